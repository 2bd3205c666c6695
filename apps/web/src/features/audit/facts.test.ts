import type { AuditEntry } from '@quayside/contracts';
import { expect, it } from 'vitest';
import { factText, getCurrency, getParts, getWord, isMoment, said } from './facts.ts';

it('knows a moment from other words', () => {
  expect(isMoment('2026-11-22T12:57:14.623343+00:00')).toBe(true);
  expect(isMoment('2026-11-22T12:57:14Z')).toBe(true);
  for (const other of ['2026-11-22', 'T12:57:14Z', 'at 2026-11-22T12:57:14Z', 5, null, undefined])
    expect(isMoment(other)).toBe(false);
});

it('writes a value as a person reads it', () => {
  expect([factText('a'), factText(null), factText(undefined), factText(false), factText({ a: 1 })]).toEqual([
    'a',
    '',
    '',
    'false',
    '{"a":1}',
  ]);
});

it('says states by the words of the screens', () => {
  expect(getWord('order', 'placement_status', 'ready')).toBe('orders:placement.ready');
  expect(getWord('order_line', 'state', 'ready')).toBe('orders:line.ready');
  expect(getWord('store_move', 'state', 'tidying')).toBe('moves:state.moving');
  expect(getWord('api_token', 'scopes', 'orders.pay')).toBe('common:permission.orders_pay');
  expect(getWord('variant', 'enabled', true)).toBe('team:table.may');
  expect(getWord('variant', 'enabled', false)).toBe('team:table.mayNot');
  expect(getWord('monitoring_setting', 'every_hours', 6)).toBe('monitoring:settings.every_6');
  for (const [entity, field, value] of [
    // A store's permissions are the platform's, and have no words here.
    ['store', 'scopes', 'read_orders'],
    ['monitoring_setting', 'every_hours', 7],
    ['product', 'title', 'ready'],
    ['order', 'mark', ''],
    ['order', 'placement_status', null],
  ] as const)
    expect(getWord(entity, field, value)).toBeUndefined();
});

it('knows the currency of a sum where the entry holds it, else by its thing', () => {
  const entry = (
    entity: AuditEntry['entity'],
    before: AuditEntry['before'],
    after: AuditEntry['after'],
    currency: string | null = null,
  ) => ({
    entity,
    before,
    after,
    currency,
  });
  expect(getCurrency(entry('topup', null, { amount: 5000, currency: 'USD' }), 'amount', 'after')).toBe('USD');
  const line = entry('order_line', { unit_cost: 1, currency: 'EUR' }, { cost_currency: 'USD' }, 'EUR');
  expect(getCurrency(line, 'unit_cost', 'before')).toBe('USD');
  expect(getCurrency(entry('wallet', { low_at: 2000 }, null), 'low_at', 'before')).toBe('USD');
  const price = { before: { price: 2999 }, after: { price: 3999 } };
  expect(getCurrency(entry('variant', price.before, price.after), 'price', 'after')).toBeUndefined();
  expect(getCurrency(entry('variant', price.before, price.after, 'EUR'), 'price', 'before')).toBe('EUR');
  // What it was in, and what it is in.
  const moved = entry('product', { price_from: 1, currency: 'EUR' }, { price_from: 2, currency: 'USD' }, 'USD');
  expect([getCurrency(moved, 'price_from', 'before'), getCurrency(moved, 'price_from', 'after')]).toEqual([
    'EUR',
    'USD',
  ]);
  // A sum with a currency of its own is not in that of its thing.
  expect(
    getCurrency(entry('order', null, { expected_shipping: 400 }, 'EUR'), 'expected_shipping', 'after'),
  ).toBeUndefined();
  expect(getCurrency(entry('product', null, { currency: 'USD' }, 'USD'), 'total_variants', 'after')).toBeUndefined();
});

it('says pictures by how many they are, and options by their names', () => {
  const pictures = [{ url: '/a.webp' }, { url: '/b.webp', alt: 'Side' }];
  expect(said('product', 'images', pictures)).toEqual({ as: 'pictures', count: 2, isAll: true });
  expect(said('product', 'images', [])).toEqual({ as: 'none' });
  // Long lists are cut in the record.
  expect(said('product', 'images', '[{"url": "/a.webp"}, {"url": "/b…')).toEqual({
    as: 'pictures',
    count: 2,
    isAll: false,
  });
  expect(said('product', 'images', 'gone')).toEqual({ as: 'text', text: 'gone' });
  const options = [
    { name: 'Color', values: ['Red', 'Blue'] },
    { name: 'Size', values: ['M'] },
  ];
  expect(said('product', 'options', options)).toEqual({ as: 'options', options });
  expect(said('product', 'options', [])).toEqual({ as: 'none' });
  expect(said('product', 'options', [{ name: 1 }])).toEqual({ as: 'text', text: '[{"name":1}]' });
  expect(said('product', 'options', '[{"name": "Col…')).toEqual({ as: 'text', text: '[{"name": "Col…' });
});

it('says a value as what it is', () => {
  expect(said('topup', 'amount', 5000, 'USD')).toEqual({ as: 'sum', amount: 5000, currency: 'USD' });
  expect(said('variant', 'price', 2999)).toEqual({ as: 'text', text: '2999' });
  expect(said('store', 'country', 'DE')).toEqual({ as: 'country', text: 'DE' });
  expect(said('product', 'source', 'aliexpress')).toEqual({ as: 'proper', text: 'aliexpress' });
  expect(said('ai_writing', 'language', 'de')).toEqual({ as: 'text', text: 'Deutsch' });
  expect(said('ai_writing', 'language', 'xx')).toEqual({ as: 'text', text: 'xx' });
  expect(said('order', 'archived_at', '2026-11-22T12:57:14Z')).toEqual({ as: 'moment', text: '2026-11-22T12:57:14Z' });
  expect(said('order', 'mark', 'red')).toEqual({ as: 'word', key: 'orders:mark.red', text: 'red' });
  expect(said('order', 'note', 'ready')).toEqual({ as: 'text', text: 'ready' });
  for (const nothing of [null, undefined, '']) expect(said('order', 'note', nothing)).toEqual({ as: 'none' });
});

it('says a list of words one by one, and one of larger things whole', () => {
  expect(getParts(['a', 'b'])).toEqual(['a', 'b']);
  expect(getParts([])).toEqual([null]);
  expect(getParts([{ a: 1 }])).toEqual([[{ a: 1 }]]);
  expect(getParts('a')).toEqual(['a']);
});
