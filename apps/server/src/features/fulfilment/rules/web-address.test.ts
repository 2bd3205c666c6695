import { expect, it } from 'vitest';
import { webAddress } from './web-address.ts';

it('a supplier’s address is one of the web, or none', () => {
  expect(webAddress('https://carrier.example/track?n=1')).toBe('https://carrier.example/track?n=1');
  for (const bad of [undefined, '', 'n/a', 'javascript:alert(1)', 'data:text/html,x', ' JavaScript:alert(1)'])
    expect(webAddress(bad), bad).toBeUndefined();
});
