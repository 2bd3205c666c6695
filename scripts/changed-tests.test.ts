import { expect, it } from 'vitest';
import { chooseTests } from './changed-tests.mjs';
import { reached } from './imports.mjs';

it('a change reaches what imports it, through others and other packages, and nothing else', () => {
  const texts = new Map([
    ['packages/kernel/src/money.ts', 'export const a = 1;'],
    ['packages/kernel/src/index.ts', "export * from './money.ts';"],
    ['packages/kernel/src/money.test.ts', "import { a } from './money.ts';"],
    ['apps/server/src/pay.ts', "import { a } from '@quayside/kernel';"],
    ['apps/server/src/pay.db.test.ts', "const { pay } = await import('./pay.ts');"],
    ['apps/server/src/other.test.ts', "import { expect } from 'vitest';"],
  ]);
  const found = reached(texts, ['packages/kernel/src/money.ts'], { '@quayside/kernel': 'packages/kernel' });
  expect(Object.fromEntries(found)).toEqual({
    'packages/kernel/src/money.ts': 0,
    'packages/kernel/src/index.ts': 1,
    'packages/kernel/src/money.test.ts': 1,
    'apps/server/src/pay.ts': 2,
    'apps/server/src/pay.db.test.ts': 3,
  });
});

it('circles of imports end', () => {
  const texts = new Map([
    ['a.ts', "import './b.ts';"],
    ['b.ts', "import './a.ts';"],
  ]);
  expect([...reached(texts, ['a.ts']).keys()]).toEqual(['a.ts', 'b.ts']);
});

it('the nearest tests are chosen, until two minutes are full, and the others are counted', () => {
  const far = Array.from({ length: 30 }, (_, at) => [`far-${at}.db.test.ts`, 9] as const);
  const { chosen, left } = chooseTests(
    new Map([...far, ['near.db.test.ts', 1], ['changed.ts', 0], ['a.test.tsx', 1], ['nothing-twice.drill.test.ts', 2]]),
  );
  expect(chosen.db[0]).toBe('near.db.test.ts');
  expect(chosen.db.length + left.db).toBe(31);
  expect(left.db).toBeGreaterThan(0);
  expect(chosen.unit).toEqual(['a.test.tsx']);
});
