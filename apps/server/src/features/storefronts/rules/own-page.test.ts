import { expect, it } from 'vitest';
import { isOwnPage } from './own-page.ts';

const hosts = ['harbour.myshopify.com', 'www.harbour.example', ''];

it('takes pages of the store’s own hosts', () => {
  for (const one of [
    'https://harbour.myshopify.com/',
    'https://harbour.example/products/mug',
    'https://WWW.harbour.example',
  ])
    expect(isOwnPage(one, hosts), one).toBe(true);
});

it('takes no other', () => {
  for (const one of [
    'https://other.myshopify.com/',
    'https://harbour.example.evil.test/',
    'https://harbour.example:8080/',
    'https://sub.harbour.example/',
    'file:///etc/passwd',
    'nothing',
  ])
    expect(isOwnPage(one, hosts), one).toBe(false);
});
