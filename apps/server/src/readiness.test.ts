import { expect, test } from 'vitest';
import { createReadiness, type Lifecycle } from './readiness.ts';

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const serving: Lifecycle = { phase: 'serving' };

test('is ready when every part works, and names the part that does not', async () => {
  let queue = true;
  const readiness = createReadiness({ database: async () => true, queue: () => queue }, serving, silent);
  expect(await readiness.report()).toEqual({ ready: true, parts: { database: true, queue: true } });
  queue = false;
  expect(await readiness.report()).toEqual({ ready: false, parts: { database: true, queue: false } });
});

test('a part that throws or hangs fails in time, and one that hangs is not asked again meanwhile', async () => {
  let asked = 0;
  const hang = Promise.withResolvers<boolean>();
  const checks = {
    broken: () => Promise.reject(new Error('no such table')),
    database: () => {
      asked += 1;
      return hang.promise;
    },
  };
  const readiness = createReadiness(checks, serving, silent, 20);
  const failed = { ready: false, parts: { broken: false, database: false } };
  expect([await readiness.report(), await readiness.report()]).toEqual([failed, failed]);
  expect(asked).toBe(1);
  hang.resolve(true);
  await hang.promise;
  expect((await readiness.report()).parts.database).toBe(true);
});

test('is not ready from the moment it is told to stop', async () => {
  const lifecycle: Lifecycle = { phase: 'serving' };
  const readiness = createReadiness({ database: () => true }, lifecycle, silent);
  lifecycle.phase = 'draining';
  expect(await readiness.report()).toEqual({ ready: false, parts: { database: true } });
});
