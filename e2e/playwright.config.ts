import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { freePort } from '@quayside/testing/free-port.ts';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs';
import { ownFolder } from './own-folder.ts';

/**
 * Every run has a data folder and a port of its own, so that two at once leave each other alone. The process that starts a run
 * chooses them; its workers read this file again and find them in their environment.
 */
if (!process.env.TEST_WORKER_INDEX) {
  process.env.QUAYSIDE_E2E_PORT ??= String(await freePort());
  process.env.QUAYSIDE_E2E_DATA ??= ownFolder();
}
const port = Number(process.env.QUAYSIDE_E2E_PORT);
const dataDir = process.env.QUAYSIDE_E2E_DATA ?? '';

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
    // A failure leaves a picture and the page's names; the whole course costs a third of the time and is kept when asked for.
    screenshot: 'only-on-failure',
    trace: process.env.QUAYSIDE_E2E_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: { executablePath: await findChromium(), args: CHROMIUM_ARGS },
  },
  webServer: running
    ? undefined
    : {
        command: `${JSON.stringify(process.execPath)} scripts/start.mjs`,
        cwd: join(import.meta.dirname, '..'),
        url: `${E2E.url}/readyz`,
        // The link by which the operator's account is claimed; kept in the environment as QUAYSIDE_E2E_CLAIM.
        wait: { stdout: /(?<quayside_e2e_claim>https?:\/\/\S+\/claim-operator\S+)/ },
        timeout: 60_000,
        reuseExistingServer: false,
        gracefulShutdown: { signal: 'SIGTERM', timeout: 12_000 },
        env: {
          PORT: String(port),
          QUAYSIDE_DATA: dataDir,
          QUAYSIDE_OPERATORS: 'operator@quayside.test',
          QUAYSIDE_SANDBOX: 'on',
          SUPPORT_DOMAIN: 'support.quayside.test',
          QUAYSIDE_LOG: 'warn',
        },
      },
});
