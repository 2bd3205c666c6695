import { expect, it } from 'vitest';
import { pastedAddress } from './pasted-address.ts';

it.each(['https://shop.example/products/mug', ' http://127.0.0.1:4000/shop/mug ', 'HTTPS://Shop.example'])(
  'takes %s for an address',
  (text) => expect(pastedAddress(text)).toBe(text.trim()),
);

it.each([
  '',
  'coffee mug',
  'https://',
  'https://sho',
  'shop.example',
  'see https://shop.example',
  'javascript:alert(1)',
])('takes “%s” for words', (text) => expect(pastedAddress(text)).toBeUndefined());

it('takes nothing beyond what an address may be long', () =>
  expect(pastedAddress(`https://shop.example/${'a'.repeat(2_000)}`)).toBeUndefined());
