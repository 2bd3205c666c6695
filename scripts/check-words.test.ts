import { expect, it } from 'vitest';
import { commentCounts, commentFaults, commentsOf, subjectFault, textFaults } from './check-words.mjs';

it.each([
  ['Orders come in by itself.', 1],
  ['Results appear once he answers.', 1],
  ['Search the catalogue and fulfil orders.', 2],
  ['This takes up to a minute.', 0],
  ['They choose this. The others follow the theme.', 0],
  ['Fulfilled and canceled orders from the catalog', 0],
])('of the text “%s” names %d phrases', (text, count) => {
  expect(textFaults([['en/web/a.json', { b: { c: text } }]])).toHaveLength(count);
});

it('names the file and the key of a text', () => {
  expect(textFaults([['en/web/a.json', { b: { c: 'Begin anew' } }]])).toEqual([
    'en/web/a.json: b.c contains “anew”: Begin anew',
  ]);
});

it.each([
  ['a.ts', "const url = 'https://example.com'; // first\n/** second\n * third */", [' second\n * third ', ' first']],
  ['a.css', '.a { content: "//"; } /* only */', [' only ']],
  ['a.sql', "select '--x' -- told\n-- more", [' told', ' more']],
])('finds the comments of %s', (file, text, comments) => {
  expect(commentsOf(file, text).toSorted()).toEqual([...comments].toSorted());
});

it('counts phrases of comments by folder, and not those of code', () => {
  const texts = [
    ['apps/server/src/features/orders/repo.ts', '// An owner pays for his orders anew.\nconst he = "by itself";'],
    ['apps/server/src/features/wallet/repo.ts', '// fine'],
  ] as const;
  expect(commentCounts(texts)).toEqual({ 'apps/server/src/features/orders': 2 });
});

it('lets a count shrink and never grow', () => {
  expect(commentFaults({ a: 1 }, { a: 1 })).toEqual([]);
  expect(commentFaults({ a: 2 }, { a: 1 })).toEqual([
    'a: comments contain 2 phrases, allowed 1. Write them as docs/words.md says.',
  ]);
  expect(commentFaults({}, { a: 1 })[0]).toContain('--shrink');
});

it.each([
  ['orders: retry store sync after a 409', true],
  ['e2e: wait for the first heading again', true],
  ['Fix things', false],
  ['orders: retry.', false],
  [`orders: ${'x'.repeat(80)}`, false],
])('the subject “%s” is right: %s', (subject, isRight) => {
  expect(subjectFault(subject) === undefined).toBe(isRight);
});
