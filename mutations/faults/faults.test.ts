import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { FAULTS } from './index.ts';

const root = dirname(dirname(import.meta.dirname));
const all = Object.values(FAULTS).flat();

it('are at least 60, each under its own name', () => {
  expect(all.length).toBeGreaterThanOrEqual(60);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
});

it.each(all)(
  '$id can still be planted: its text occurs once, and its tests exist',
  ({ file, find, replace, tests }) => {
    expect(readFileSync(join(root, file), 'utf8').split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
    expect(tests.length).toBeGreaterThan(0);
    expect(tests.filter((test) => !existsSync(join(root, test)))).toEqual([]);
  },
);
