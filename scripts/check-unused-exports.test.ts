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
