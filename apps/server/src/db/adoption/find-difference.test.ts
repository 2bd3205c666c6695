import { expect, test } from 'vitest';
import { findDifference, hashLines } from './find-difference.ts';

const account = ['create table account (', '  account_id uuid not null,', '  email text not null', ');'];
const schema = new Map([
  ['table account', account],
  ['function now_there()', ['select 1;']],
]);
const expected = Object.fromEntries([...schema].map(([object, lines]) => [object, hashLines(lines)]));
const difference = (found: typeof schema, texts = schema) => findDifference(found, expected, () => texts);

test('the same schema has no difference, in whichever order', () => {
  expect(difference(schema)).toBeUndefined();
  expect(difference(new Map([...schema].reverse()))).toBeUndefined();
});

test.each([
  [
    'a changed line',
    [...account.slice(0, 2), '  email text', ');'],
    'has "email text" where "email text not null" is expected',
  ],
  ['a line more', [...account, 'create index x;'], 'has "create index x;" where nothing is expected'],
  ['a line less', account.slice(0, 3), 'has nothing where ");" is expected'],
])('%s is named', (_, lines, said) => {
  expect(difference(new Map([...schema, ['table account', lines]]))).toBe(`the table account ${said}`);
});

test('an object that is missing and one that is too many are named', () => {
  expect(difference(new Map([['table account', account]]))).toBe('the function now_there() is missing');
  expect(difference(new Map([...schema, ['view extra', []]]))).toBe('the view extra is not part of Quayside');
});

test('an object that a later migration changed is named without its lines', () => {
  const later = new Map([['table account', [...account, 'create index later;']]]);
  expect(difference(new Map([...schema, ['table account', account.slice(1)]]), later)).toBe(
    'the table account was changed',
  );
});
