import { describe, expect, it } from 'vitest';
import { dependencyFaults, packagesIn } from './check-dependencies.mjs';

describe('the packages that a source names', () => {
  it.each([
    ["import pg from 'pg';", 'pg'],
    ["import type { Pool } from 'pg';", 'pg'],
    ["import {\n  a,\n  b,\n} from '@scope/name/deep.ts';", '@scope/name'],
    ["export * from 'pg/lib/x.js';", 'pg'],
    ["import 'normalize.css';", 'normalize.css'],
    ["@import 'normalize.css';", 'normalize.css'],
    ["const one = await import('pg');", 'pg'],
    ["import.meta.resolve('pg')", 'pg'],
    ["vi.mock('pg', factory)", 'pg'],
  ])('%s', (text, name) => expect([...packagesIn(text)]).toEqual([name]));

  it.each([
    ["import { join } from 'node:path';"],
    ["import { join } from 'path';"],
    ["import { a } from './a.ts';"],
    ["// import pg from 'pg';"],
    ["const text = 'import';"],
  ])('none in %s', (text) => expect([...packagesIn(text)]).toEqual([]));
});

const faults = (files: Record<string, string>, declared: string[], reasons: Record<string, string> = {}) =>
  dependencyFaults(
    'apps/a',
    { name: '@ours/a', dependencies: Object.fromEntries(declared.map((name) => [name, '1.0.0'])) },
    new Map(Object.entries(files)),
    { tools: new Set(['vitest']), reasons },
  );

it('names what is imported and not declared, once', () => {
  const files = { 'apps/a/x.ts': "import 'pg';", 'apps/a/y.ts': "import 'pg';\nimport '@ours/a/z.ts';" };
  expect(faults(files, [])).toEqual(['apps/a/x.ts imports pg, which apps/a/package.json does not declare.']);
  expect(faults(files, ['pg'])).toEqual([]);
});

it('lets tests use the test tools, and nothing else', () => {
  const text = "import 'vitest';";
  expect(faults({ 'apps/a/x.test.ts': text }, [])).toEqual([]);
  expect(faults({ 'apps/a/x.test.ts': text, 'apps/a/x.ts': text }, [])).toEqual([
    'apps/a/x.ts imports vitest, which apps/a/package.json does not declare.',
  ]);
});

it('names what is declared and not imported, unless there is a reason', () => {
  expect(faults({}, ['pg', '@types/pg'])).toEqual(['apps/a/package.json declares pg, which nothing there imports.']);
  expect(faults({}, ['pg'], { pg: 'for the plug-in' })).toEqual([]);
});
