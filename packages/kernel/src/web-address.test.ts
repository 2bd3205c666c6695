import { expect, it } from 'vitest';
import { isWebAddress } from './web-address.ts';

it.each([
  '192.168.0.1:8080/p?q=1#x',
  'a.test',
  'https://a.test',
  'HTTP://Shop.Example.co.uk/Path/',
  'http://a.test:3000?x=1',
  'https://a.test#top',
  'xn--mnchen-3ya.de',
  'münchen.de/straße',
  '1-2-3.test',
])('B092: %s is an address of the web', (text) => expect(isWebAddress(text)).toBe(true));

it.each([
  'ftp://a.test',
  'javascript:alert(1)',
  '//a.test',
  'a',
  'a b.test',
  '-a.test',
  'a..test',
  '999.1.1.1',
  '1.2.3',
  'https://',
  'https://user:word@a.test',
  'a.test:port',
  'a.test /x',
  '',
])('B092: %s is none', (text) => expect(isWebAddress(text)).toBe(false));

it('B092: is told quickly also of a text that is made to take long', () => {
  const before = performance.now();
  expect(isWebAddress(`${'a-'.repeat(5_000)}!`)).toBe(false);
  expect(isWebAddress(`${'a.'.repeat(5_000)}!`)).toBe(false);
  expect(performance.now() - before).toBeLessThan(1_000);
});
