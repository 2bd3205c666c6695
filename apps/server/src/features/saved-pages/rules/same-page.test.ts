import { expect, it } from 'vitest';
import { samePage } from './same-page.ts';

it.each([
  ['https://Shop.example/a?utm_source=x&color=red&fbclid=1#reviews', 'https://shop.example/a?color=red'],
  ['https://shop.example/a?gclid=1', 'https://shop.example/a'],
  ['https://shop.example/a?id=7', 'https://shop.example/a?id=7'],
  ['no address', 'no address'],
])('%s is the page %s', (address, same) => expect(samePage(address)).toBe(same));

it('tells apart what the shop itself tells apart', () => {
  expect(samePage('https://shop.example/p?id=1')).not.toBe(samePage('https://shop.example/p?id=2'));
  expect(samePage('https://shop.example/P')).not.toBe(samePage('https://shop.example/p'));
});
