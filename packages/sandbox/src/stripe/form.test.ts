import { expect, it } from 'vitest';
import { nest } from './form.ts';

it('reads brackets as Stripe does', () => {
  expect(
    nest({
      mode: 'payment',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][quantity]': '1',
      'line_items[1][quantity]': '2',
      'metadata[reference]': 'r',
      'expand[]': ['a', 'b'],
    }),
  ).toEqual({
    mode: 'payment',
    line_items: [{ price_data: { currency: 'usd' }, quantity: '1' }, { quantity: '2' }],
    metadata: { reference: 'r' },
    expand: ['a', 'b'],
  });
});
