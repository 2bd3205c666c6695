import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ON_POSTGRES_15 } from './postgres-15.mjs';

it('each entry of the tests that run on PostgreSQL 15 is the beginning of one', () => {
  const cwd = join(import.meta.dirname, '..');
  const tests = globSync(['apps/*/src/**/*.db.test.ts', 'packages/*/src/**/*.db.test.ts'], { cwd });
  expect(ON_POSTGRES_15.filter((start) => !tests.some((test) => test.startsWith(start)))).toEqual([]);
});
