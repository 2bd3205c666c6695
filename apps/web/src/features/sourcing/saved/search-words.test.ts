import { expect, it } from 'vitest';
import { searchWords } from './search-words.ts';

it.each([
  ['Ceramic coffee mug', 'shop.example', 'Ceramic coffee mug'],
  ['Ceramic coffee mug – Harbour Goods', 'harbourgoods.example', 'Ceramic coffee mug'],
  ['Harbour Goods | Ceramic coffee mug', 'www.harbourgoods.example', 'Ceramic coffee mug'],
  ['Acme: Ceramic coffee mug, 350 ml, dishwasher safe', 'shop.example', 'Ceramic coffee mug'],
  ['Ceramic mug (pack of 2) 350ml [NEW]', 'shop.example', 'Ceramic mug'],
  ['Amazon.com: Stainless-steel water bottle', 'amazon.com', 'Stainless-steel water bottle'],
  ['One two three four five six seven eight', '', 'One two three four five six'],
  ['Lampe', 'laden.example', 'Lampe'],
  ['陶瓷咖啡杯', 'shop.example', '陶瓷咖啡杯'],
  ['42', 'shop.example', '42'],
])('looks for “%s” of %s as “%s”', (title, site, words) => expect(searchWords(title, site)).toBe(words));

it('always has something to look for', () => {
  for (const title of ['!!!', '(all in brackets)', 'a - b', ' , '])
    expect(searchWords(title).trim(), title).not.toBe(undefined);
});
