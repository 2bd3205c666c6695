import fc from 'fast-check';
import { expect, it } from 'vitest';
import { idsIn, searchQuery } from './words.ts';

it.each([
  ['desk lamp', "'desk' & 'lamp':*"],
  ["  Kid's Shirt! ", "'kid' & 's' & 'shirt':*"],
  ['café', "'café':*"],
  ['over-ear headphones', "'over' & 'ear' & 'headphones':*"],
  ['chef knives', "'chef' & ('knives':* | 'knif':* | 'knife':*)"],
  ['women dress', "('women' | 'woman' | 'womens') & 'dress':*"],
])('%j asks for every word: %j', (typed, query) => expect(searchQuery(typed)?.every).toBe(query));

it.each([[" & | ! ( ) : * ' "], [''], ['--']])('%j asks for nothing', (typed) =>
  expect(searchQuery(typed)).toBeUndefined(),
);

it('says what is nearer: in the title, written out, side by side', () =>
  expect(searchQuery('desk lamp')?.nearer).toEqual([
    "'desk':A & 'lamp':A*",
    "'desk':A & 'lamp':A",
    "'desk':A <-> 'lamp':A",
  ]));

it('has a weaker question for several words, none for one', () => {
  expect(searchQuery('blue desk')?.some).toEqual({
    any: "'blue' | 'desk':*",
    nearer: ["'blue':A", "'desk':A", "'desk':A", "'blue'", "'desk'"],
  });
  expect(searchQuery('desk')?.some).toBeUndefined();
});

it.each([
  ['QS-100111', ['QS-100111']],
  ['https://cjdropshipping.com/product/mug-p-1400334885.html', ['mug-p-1400334885', '1400334885']],
  ['https://shop.example/item/1005006123456789?x=1', ['1005006123456789']],
  ['coffee mug', []],
])('%j may name products by their number: %j', (typed, ids) => expect(idsIn(typed)).toEqual(ids));

it('leaves nothing in that the search could trip over', () => {
  const word = "'[\\p{L}\\p{N}]+(?:-[\\p{L}\\p{N}]+)*'(?::A?\\*?)?";
  const some = `(?:${word}|\\(${word}(?: \\| ${word})*\\))`;
  const question = new RegExp(`^${some}(?: (?:&|\\||<->) ${some})*$`, 'u');
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'grapheme' })), (typed) => {
      const query = searchQuery(typed);
      if (!query) return;
      for (const one of [query.every, ...query.nearer, ...(query.some ? [query.some.any, ...query.some.nearer] : [])])
        expect(one).toMatch(question);
    }),
  );
});
