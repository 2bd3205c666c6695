import { expect, it } from 'vitest';
import { distinctWords, forbiddenIn } from './forbidden-words.ts';

it('finds words and phrases as a reader sees them: whatever their case, their letters’ width, or the markup between them', () => {
  expect(forbiddenIn('<p>The BEST lamp</p>', ['best', 'worst'])).toEqual(['best']);
  expect(forbiddenIn('<p>Free <strong>shipping</strong></p>', ['free  shipping'])).toEqual(['free  shipping']);
  expect(forbiddenIn('ＢＥＳＴ', ['best'])).toEqual(['best']);
  expect(forbiddenIn('a &amp; b', ['A & B'])).toEqual(['A & B']);
});

it('finds no word inside another one, and none in what is not read', () => {
  expect(forbiddenIn('<p>A smart artist</p>', ['art'])).toEqual([]);
  expect(forbiddenIn('<p class="art">Lamp</p>', ['art', 'class', 'p'])).toEqual([]);
  expect(forbiddenIn('naïveté', ['na', 'naïve'])).toEqual([]);
});

it('needs no edges where a sign has none, nor in scripts without spaces', () => {
  expect(forbiddenIn('now 50%off', ['50%'])).toEqual(['50%']);
  expect(forbiddenIn('150%', ['50%'])).toEqual([]);
  expect(forbiddenIn('全网最低价的台灯', ['最低价'])).toEqual(['最低价']);
  expect(forbiddenIn('هذا أفضل مصباح', ['أفضل'])).toEqual(['أفضل']);
});

it('takes what is typed as it is, also what means something elsewhere', () => {
  expect(forbiddenIn('what (really) is .*', ['(really)', '.*', '['])).toEqual(['(really)', '.*']);
  expect(forbiddenIn('abc', ['.*', 'a|b', ' '])).toEqual([]);
});

it('keeps each word once, as it was first typed', () => {
  expect(distinctWords(['Best', 'cheap', 'BEST', ' best ', 'free   shipping'])).toEqual([
    'Best',
    'cheap',
    'free shipping',
  ]);
});
