import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/dist/**', 'e2e/**'];

/** Tiers by name: pure, on PostgreSQL, connectors against the sandbox, and the fault drill. Browser flows are Playwright's (e2e/). */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, '**/*.db.test.ts', '**/*.contract.test.ts', '**/*.drill.test.ts'],
          // Properties try hundreds of cases, which a busy machine takes longer for than the usual five seconds.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'db',
          include: ['**/*.db.test.ts'],
          exclude,
          globalSetup: ['apps/server/src/testing/db/global-setup.ts'],
          setupFiles: ['apps/server/src/testing/db/statements/setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'contract',
          include: ['**/*.contract.test.ts'],
          exclude,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'drill',
          include: ['**/*.drill.test.ts'],
          exclude,
          globalSetup: ['apps/server/src/testing/db/global-setup.ts'],
          testTimeout: 90 * 60_000,
        },
      },
    ],
    maxWorkers: 2,
  },
});
