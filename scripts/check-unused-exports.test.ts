import { expect, it } from 'vitest';
import { unusedExports } from './check-unused-exports.mjs';

it('names exports that only tests use, and no others', () => {
  const files = {
    'packages/a/used.ts': 'export const used = 1;\nexport function own() {}\nown();',
    'packages/a/lonely.ts': '/** Like lonely. */\nexport async function lonely() {}\n// lonely()',
    'packages/a/index.ts': "export { lonely } from './lonely.ts';\nexport * from './used.ts';",
    'packages/a/caller.ts':
      "import { used } from './used.ts';\nimport { lonely } from './lonely.ts';\nconsole.log(used);",
    'packages/a/lonely.test.ts': "import { lonely } from './lonely.ts';\nawait lonely();\nexport const helper = 1;",
  };
  expect(unusedExports(new Map(Object.entries(files)))).toEqual(['packages/a/lonely.ts lonely']);
});

const unused = (files: Record<string, string>, packages?: Record<string, string>): string[] =>
  unusedExports(new Map(Object.entries(files)), packages);

it('takes no local of the same name for a use', () => {
  expect(
    unused({
      'apps/a/place.ts': 'export function place() {}\nexport const isDone = (x) => x > 1;',
      'apps/a/other.ts': 'const place = 1;\nconst isDone = place > 0;\nconsole.log(isDone, place);',
      'apps/a/same.ts': 'export const isDone = 1;',
      'apps/a/caller.ts': "import { isDone } from './same.ts';\nconsole.log(isDone);",
    }),
  ).toEqual(['apps/a/place.ts place', 'apps/a/place.ts isDone']);
});

it('follows renames, namespaces, barrels and packages', () => {
  expect(
    unused(
      {
        'packages/kit/src/index.ts': "export { inner as outer } from './inner.ts';\nexport * from './rest.ts';",
        'packages/kit/src/inner.ts': 'export const inner = 1;\nexport const lonely = 2;',
        'packages/kit/src/rest.ts': 'export class Rest {}',
        'packages/kit/src/deep.ts': 'export const deep = 1;',
        'apps/a/work.ts': 'export function work() {}\nexport function idle() {}',
        'apps/a/lazy.ts': 'export const lazy = 1;',
        'apps/a/main.ts': [
          "import { outer as mine, type Rest } from '@x/kit';",
          "import { deep } from '@x/kit/deep.ts';",
          "import * as all from './work.ts';",
          "all\n  .work(mine, deep as Rest, (await import('./lazy.ts')).lazy);",
        ].join('\n'),
      },
      { '@x/kit': 'packages/kit' },
    ),
  ).toEqual(['packages/kit/src/inner.ts lonely', 'apps/a/work.ts idle']);
});

it('takes a re-export that nobody imports for no use', () => {
  expect(
    unused({
      'apps/a/index.ts': "export { lonely } from './lonely.ts';",
      'apps/a/lonely.ts': 'export const lonely = 1;',
    }),
  ).toEqual(['apps/a/lonely.ts lonely']);
});
