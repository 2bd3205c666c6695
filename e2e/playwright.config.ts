import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs';

const port = Number(process.env.QUAYSIDE_E2E_PORT ?? 4273);
const dataDir = process.env.QUAYSIDE_E2E_DATA ?? join(tmpdir(), `quayside-e2e-${process.getuid?.() ?? 'user'}`);
// Only the process that starts the run clears the folder; the workers read this file again.
if (!process.env.TEST_WORKER_INDEX && !process.env.QUAYSIDE_E2E_DATA) rmSync(dataDir, { recursive: true, force: true });

/** A running Quayside to test instead of starting one: for writing flows. */
const running = process.env.QUAYSIDE_E2E_URL;

export const E2E = { url: running ?? `http://127.0.0.1:${port}`, dataDir };

/** Browser flows against the one command of the README: embedded PostgreSQL, sandbox, worker and screens in one process. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/browser',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: 1,
  retries: 0,
  forbidOnly: true,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? '../test-results/browser.json' }],
  ],
  use: {
    baseURL: E2E.url,
    actionTimeout: 30_000,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    trace: 'retain-on-failure',
    launchOptions: { executablePath: await findChromium(), args: CHROMIUM_ARGS },
  },
  webServer: running
    ? undefined
    : {
        command: `${JSON.stringify(process.execPath)} scripts/start.mjs`,
        cwd: join(import.meta.dirname, '..'),
        url: `${E2E.url}/readyz`,
        timeout: 60_000,
        reuseExistingServer: false,
        gracefulShutdown: { signal: 'SIGTERM', timeout: 12_000 },
        env: {
          PORT: String(port),
          QUAYSIDE_DATA: dataDir,
          QUAYSIDE_OPERATORS: 'demo@quayside.test',
          QUAYSIDE_SANDBOX: 'on',
          QUAYSIDE_LOG: 'warn',
        },
      },
});
