import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { queryString, signedQuery } from './sign.ts';

const keys = { consumerKey: 'ck_1', consumerSecret: 'cs_1' };

test('the signature is that of the base string written out by hand', () => {
  const signed = signedQuery('GET', 'http://shop.example/wp-json/wc/v3/orders', { search: 'a b/é', page: '2' }, keys);
  const { oauth_nonce: nonce, oauth_timestamp: time, oauth_signature: signature } = signed;
  const pairs = [
    'oauth_consumer_key%3Dck_1',
    `oauth_nonce%3D${nonce}`,
    'oauth_signature_method%3DHMAC-SHA256',
    `oauth_timestamp%3D${time}`,
    'oauth_version%3D1.0',
    'page%3D2',
    'search%3Da%2520b%252F%25C3%25A9',
  ];
  const base = `GET&http%3A%2F%2Fshop.example%2Fwp-json%2Fwc%2Fv3%2Forders&${pairs.join('%26')}`;
  expect(signature).toBe(createHmac('sha256', 'cs_1&').update(base).digest('base64'));
});

test('every try is signed anew', () => {
  const nonce = () => signedQuery('GET', 'http://shop.example/', {}, keys).oauth_nonce;
  expect(nonce()).not.toBe(nonce());
});

test('what was signed is sent in the same spelling', () => {
  expect(queryString({ a: "x y+!*'()", 'b[]': '1&2', c: 'wp-json/wc/' })).toBe(
    'a=x%20y%2B%21%2A%27%28%29&b%5B%5D=1%262&c=wp-json/wc/',
  );
});
