import { expect, it } from 'vitest';
import { MOST_COMBINED, purchasing } from './purchasing.ts';

const ids = Array.from(
  { length: MOST_COMBINED + 1 },
  (_, at) => `01990000-0000-7000-8000-${String(at).padStart(12, '0')}`,
);
const [first = '', second = ''] = ids;

it('takes groups of two to twenty orders to combine, none without a word', () => {
  for (const { body } of [purchasing.create, purchasing.request]) {
    const combine = (groups: unknown) => body.safeParse({ orders: [{ order_id: first }], combine: groups });
    expect(body.parse({ orders: [{ order_id: first }] }).combine).toEqual([]);
    expect(combine([[first, second], ids.slice(1)]).success).toBe(true);
    for (const wrong of [[[first]], [ids], [[first, '7']], [first, second], null])
      expect(combine(wrong).success, JSON.stringify(wrong)).toBe(false);
  }
});
