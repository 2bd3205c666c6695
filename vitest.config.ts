import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/dist/**', 'e2e/**'];

/**
 * Tests of a tier share a process, which loads each module once. These need one of their own: they replace modules, or have the globals
 * of a browser when the module under test is loaded.
 */
const APART = {
  unit: [
    'apps/web/src/features/embedded/wrapper-bridge.test.ts',
    'apps/web/src/features/products/push/publications.test.ts',
    'apps/web/src/lib/**/*.test.ts',
  ],
  db: ['apps/server/src/http/abuse.db.test.ts', 'apps/server/src/testing/across/added-connectors.db.test.ts'],
};

const unit = {
  // Properties try hundreds of cases, which a busy machine takes longer for than the usual five seconds.
  testTimeout: 30_000,
};
/** Time limits only end a test that hangs. Each statement takes a cluster some ms more, and it shares the machine with the tests. */
const patience = process.env.QUAYSIDE_TEST_PG ? 4 : 1;
const db = {
  globalSetup: ['apps/server/src/testing/db/global-setup.ts'],
  setupFiles: ['apps/server/src/testing/db/statements/setup.ts'],
  testTimeout: patience * 30_000,
  hookTimeout: patience * 60_000,
};

/** Tiers by name: pure, on PostgreSQL, connectors against the sandbox, and the fault drill. Browser flows are Playwright's (e2e/). */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, ...APART.unit, '**/*.db.test.ts', '**/*.contract.test.ts', '**/*.drill.test.ts'],
          isolate: false,
        },
      },
      { test: { ...unit, name: 'unit-apart', include: APART.unit, exclude } },
      { test: { ...db, name: 'db', include: ['**/*.db.test.ts'], exclude: [...exclude, ...APART.db], isolate: false } },
      { test: { ...db, name: 'db-apart', include: APART.db, exclude } },
      {
        test: {
          name: 'contract',
          include: ['**/*.contract.test.ts'],
          exclude,
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'drill',
          include: ['**/*.drill.test.ts'],
          exclude,
          globalSetup: db.globalSetup,
          testTimeout: 90 * 60_000,
        },
      },
    ],
    maxWorkers: 2,
  },
});
