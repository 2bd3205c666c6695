import { expect, it } from 'vitest';
import { readPrivacyRequest } from './privacy-request.ts';

const shop = { shop_id: 954889, shop_domain: 'North-Pier.myshopify.com' };
const customer = { id: 191167, email: 'john@example.com', phone: '555-625-1199' };
const read = (body: unknown, topic?: string) => readPrivacyRequest(Buffer.from(JSON.stringify(body)), topic);

it('reads what Shopify sends for each of the three topics', () => {
  expect(
    read(
      { ...shop, orders_requested: [299938, 280263], customer, data_request: { id: 9999 } },
      'customers/data_request',
    ),
  ).toEqual({
    kind: 'export',
    platformDomain: 'north-pier.myshopify.com',
    requestId: '9999',
    customer: { id: '191167', email: 'john@example.com', phone: '555-625-1199' },
    orderIds: ['gid://shopify/Order/299938', 'gid://shopify/Order/280263'],
  });
  expect(read({ ...shop, customer, orders_to_redact: [299938] }, 'customers/redact')).toMatchObject({
    kind: 'erase',
    orderIds: ['gid://shopify/Order/299938'],
  });
  expect(read(shop, 'shop/redact')).toEqual({
    kind: 'erase_store',
    platformDomain: 'north-pier.myshopify.com',
    customer: {},
    orderIds: [],
  });
});

it('takes a shopper without e-mail, telephone or orders', () => {
  expect(read({ ...shop, customer: { id: 1, email: null, phone: null }, orders_to_redact: null })).toMatchObject({
    customer: { id: '1' },
    orderIds: [],
  });
});

it('keeps ids beyond 2^53 as they were', () => {
  const body = `{"shop_id":1,"shop_domain":"a.myshopify.com","customer":{"id":98765432109876543},"orders_to_redact":[12345678901234567,12345678901234569]}`;
  expect(readPrivacyRequest(Buffer.from(body))).toMatchObject({
    customer: { id: '98765432109876543' },
    orderIds: ['gid://shopify/Order/12345678901234567', 'gid://shopify/Order/12345678901234569'],
  });
});

it('never takes one message for another: the header that names the topic is not signed', () => {
  expect(() => read({ ...shop, customer, orders_to_redact: [1] }, 'shop/redact')).toThrow();
  expect(() => read(shop, 'customers/redact')).toThrow();
  expect(() => read({ ...shop, customer, data_request: { id: 1 } }, 'customers/redact')).toThrow();
  // An order, or a shop as app/uninstalled tells it, is none of them.
  expect(() => read({ id: 1, admin_graphql_api_id: 'gid://shopify/Order/1' }, 'shop/redact')).toThrow();
  expect(() => read({ ...shop, id: 1, name: 'North Pier', email: 'owner@example.com' }, 'shop/redact')).toThrow();
  for (const bad of ['', 'null', '[]', '7', '{', '{"shop_domain":7}'])
    expect(() => readPrivacyRequest(Buffer.from(bad))).toThrow('not a Shopify privacy request');
});
