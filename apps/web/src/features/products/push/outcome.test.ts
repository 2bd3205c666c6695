import { expect, it } from 'vitest';
import { toOutcome } from './outcome.ts';
import type { PushProduct } from './push-product.ts';

const products = ['a', 'b', 'c'].map((key) => ({ key, id: key })) as PushProduct[];
const item = (product_id: string) => ({
  product_id,
  source_product_id: product_id,
  store_id: 's',
  process_id: 'p',
  listing_ids: [],
  parts: 1,
});

it('keeps what was refused, with the reason', () => {
  const outcome = toOutcome(products, [
    { items: [item('a'), item('c')], failed: { b: { key: 'x', text: 'Too many variants.' } } },
  ]);
  expect(outcome.left.map((one) => one.key)).toEqual(['b']);
  expect(outcome.failed).toEqual({ b: 'Too many variants.' });
  expect(outcome.begun).toBe(2);
});

it('keeps nothing when all were begun', () => {
  const answer = { items: products.map((one) => item(one.key)), failed: {} };
  expect(toOutcome(products, [answer, answer])).toEqual({ left: [], failed: {}, rates: [], begun: 6 });
});

it('keeps a missing rate for its field, once, and the products that wait for it', () => {
  const text = 'Give the exchange rate.';
  const missing = { key: 'PUSH_NEEDS_RATE', params: { name: 's', from: 'USD', to: 'EUR' }, text };
  const outcome = toOutcome(products, [{ items: [item('c')], failed: { a: missing, b: missing } }]);
  expect(outcome.left.map((one) => one.key)).toEqual(['a', 'b']);
  expect(outcome.failed).toEqual({});
  expect(outcome.rates).toEqual([{ from: 'USD', to: 'EUR', text }]);
});
