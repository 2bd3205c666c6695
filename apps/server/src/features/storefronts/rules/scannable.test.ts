import { expect, it } from 'vitest';
import { isScannable, pageAddress } from './scannable.ts';

it.each([
  'https://www.ebay.com/itm/1',
  'ebay.co.uk',
  'https://www.amazon.de/dp/x',
  'https://de.aliexpress.com/item/1.html',
  'https://www.lazada.sg',
  'https://shopee.com.br/x',
  'https://www.facebook.com/shop',
  'https://www.pinterest.com/x',
  'https://shopping.google.com',
])('B277: leaves %s alone', (address) => expect(isScannable(address)).toBe(false));

it.each(['https://s.test', 's.test', '//s.test/a', 'https://ebay-lovers.test', 'https://north-pier.myshopify.com'])(
  'B277: looks at %s',
  (address) => expect(isScannable(address)).toBe(true),
);

it('takes nothing for a page that is no address of one', () => {
  for (const text of ['', 'javascript:alert(1)', 'file:///etc/passwd', 'https://a:b@s.test', 'http://'])
    expect(isScannable(text), text).toBe(false);
});

it('B090: adds https where no scheme is named', () => {
  expect(pageAddress('shop.test/a')?.href).toBe('https://shop.test/a');
  expect(pageAddress('//cdn.test/x')?.href).toBe('https://cdn.test/x');
  expect(pageAddress('http://a.test')?.href).toBe('http://a.test/');
});
