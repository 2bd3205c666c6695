import { expect, it } from 'vitest';
import { plainHost } from './plain-host.ts';

it('is the host as people call it', () => {
  expect(plainHost('https://www.shop.example:8080/lamp?a=1')).toBe('shop.example');
  expect(plainHost('http://WWW.Shop.example')).toBe('shop.example');
  expect(plainHost('https://wwwshop.example/')).toBe('wwwshop.example');
  expect(plainHost('https://www.shop.example/a')).toBe('shop.example');
  expect(plainHost('nothing')).toBe('');
});
