import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { freePort } from '@quayside/testing/free-port.ts';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs';
import { ownFolder } from './own-folder.ts';

/** A running Quayside to test instead of starting one: for writing flows. */
const running = process.env.QUAYSIDE_E2E_URL;

/** How many flows run at once, each with a Quayside of its own. Two cores have no more to give than two flows take. */
const WORKERS = running ? 1 : Number(process.env.QUAYSIDE_E2E_WORKERS ?? Math.min(2, availableParallelism()));
const all = Array.from({ length: WORKERS }, (_, at) => at);

/**
 * Every run has data folders and ports of its own, so that two at once leave each other alone. The process that starts a run
 * chooses them; its workers read this file again and find them in their environment.
 */
if (!process.env.TEST_WORKER_INDEX) {
  const folder = ownFolder();
  for (const at of all) {
    process.env[`QUAYSIDE_E2E_PORT_${at}`] ??= String(await freePort());
    process.env[`QUAYSIDE_E2E_DATA_${at}`] ??= join(folder, String(at));
  }
}
const portOf = (at: number) => Number(process.env[`QUAYSIDE_E2E_PORT_${at}`]);
const dataOf = (at: number) => process.env[`QUAYSIDE_E2E_DATA_${at}`] ?? '';
const urlOf = (at: number) => `http://127.0.0.1:${portOf(at)}`;
const mine = Number(process.env.TEST_PARALLEL_INDEX ?? 0);

/** The Quayside that this worker's flows are tried on. `claim`: the link by which its operator's account is claimed. */
export const E2E = {
  url: running ?? urlOf(mine),
  dataDir: dataOf(mine),
  claim: process.env[`QUAYSIDE_E2E_CLAIM_${mine}`] ?? '/claim-operator',
};

/**
 * Browser flows against the one command of the README: embedded PostgreSQL, sandbox, worker and screens in one process. The flows of a
 * file run one after the other, those of two files side by side.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/browser',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: WORKERS,
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
    : all.map((at) => ({
        name: `Quayside ${at + 1}`,
        command: `${JSON.stringify(process.execPath)} scripts/start.mjs`,
        cwd: join(import.meta.dirname, '..'),
        url: `${urlOf(at)}/readyz`,
        // Kept in the environment as QUAYSIDE_E2E_CLAIM_0 and so on.
        wait: { stdout: new RegExp(`(?<quayside_e2e_claim_${at}>https?://\\S+/claim-operator\\S+)`) },
        timeout: 60_000,
        reuseExistingServer: false,
        gracefulShutdown: { signal: 'SIGTERM', timeout: 12_000 },
        env: {
          PORT: String(portOf(at)),
          QUAYSIDE_DATA: dataOf(at),
          QUAYSIDE_OPERATORS: 'operator@quayside.test',
          QUAYSIDE_SANDBOX: 'on',
          // Flows count orders; the one about the past of the demo account has an installation of its own.
          QUAYSIDE_SANDBOX_DEMO: 'small',
          SUPPORT_DOMAIN: 'support.quayside.test',
          QUAYSIDE_LOG: 'warn',
        },
      })),
});
