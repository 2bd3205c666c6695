import { expect, test } from 'vitest';
import { getConnections, warnOfBudget } from './connection-budget.ts';

test('a process opens its pool, the queue and the notifications', () => {
  // As documented in docs/guides/run-on-postgresql.md.
  expect([getConnections(10, false), getConnections(10, true)]).toEqual([14, 18]);
});

test('warns when the server may run out of connections', () => {
  expect(warnOfBudget({ allowed: 97, used: 83 }, 14)).toBeUndefined();
  expect(warnOfBudget({ allowed: 97, used: 84 }, 14)).toBe(
    'this process opens up to 14 database connections, but PostgreSQL allows 97 and 84 are in use: raise max_connections or lower QUAYSIDE_POOL',
  );
});
