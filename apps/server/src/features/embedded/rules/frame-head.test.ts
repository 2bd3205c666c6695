import { expect, it } from 'vitest';
import { embeddedHead, wrapperHead } from './frame-head.ts';

it('begins with what the script needs, and the script', () => {
  const head = embeddedHead({ clientId: 'app', script: 'https://cdn.example/a.js', shop: 'north-pier.myshopify.com' });
  expect(head.indexOf('shopify-api-key')).toBeLessThan(head.indexOf('<script'));
  expect(head).toContain('<script src="https://cdn.example/a.js"></script>');
  expect(head).not.toMatch(/async|defer|module/);
  expect(wrapperHead('http://127.0.0.1:1')).toContain('content="http://127.0.0.1:1"');
});

it('lets nothing out of an attribute', () => {
  const head = embeddedHead({ clientId: '"><script>x', script: 'https://a/"onload="x', shop: '<b>' });
  expect(head.match(/<script/g)).toHaveLength(1);
  expect(head).not.toContain('"onload');
});
