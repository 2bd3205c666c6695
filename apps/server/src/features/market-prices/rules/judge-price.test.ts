import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FixedPrice, judgePrice, type PriceFacts } from './judge-price.ts';

const at = (price: number, compareAt: number | null = null): FixedPrice => ({ price, compareAt });
const nothing: PriceFacts = { there: null, sent: null, pending: null, wanted: null, byRule: true, again: false };

describe('a price in a market', () => {
  test.each<[string, Partial<PriceFacts>, string]>([
    ['is written where the store computes it', { wanted: at(10) }, 'write'],
    ['follows the rule while it is ours', { there: at(10), sent: at(10), wanted: at(12) }, 'write'],
    ['stays as it is', { there: at(10), sent: at(10), wanted: at(10) }, 'same'],
    ['that the merchant set stays', { there: at(9), wanted: at(10) }, 'theirs'],
    ['that the merchant changed stays', { there: at(9), sent: at(10), wanted: at(12) }, 'theirs'],
    [
      'whose compare-at price the merchant changed stays',
      { there: at(10, 15), sent: at(10), wanted: at(12) },
      'theirs',
    ],
    ['that the merchant took away stays away', { there: null, sent: at(10), wanted: at(12) }, 'theirs'],
    ['that the merchant set is replaced when ours was chosen', { there: at(9), wanted: at(10), again: true }, 'write'],
    ['that the merchant set as ours is not taken for ours', { there: at(10), wanted: at(10) }, 'agrees'],
    ['that a killed worker wrote is known', { there: at(12), sent: at(10), pending: at(12), wanted: at(12) }, 'same'],
    [
      'that a killed worker did not write is written',
      { there: at(10), sent: at(10), pending: at(12), wanted: at(12) },
      'write',
    ],
    ['of which nothing is known stays', { there: at(10), sent: at(10), wanted: null }, 'none'],
    ['of ours is removed without the rule', { there: at(10), sent: at(10), byRule: false }, 'remove'],
    ['of the merchant stays without the rule', { there: at(9), sent: at(10), byRule: false }, 'none'],
  ])('%s', (_what, facts, verdict) => expect(judgePrice({ ...nothing, ...facts })).toBe(verdict));
});

const price = fc.record({
  price: fc.integer({ min: 1, max: 5 }),
  compareAt: fc.option(fc.integer({ min: 1, max: 5 })),
});
const maybe = fc.option(price);
const facts = fc.record({
  there: maybe,
  sent: maybe,
  pending: maybe,
  wanted: maybe,
  byRule: fc.boolean(),
  again: fc.boolean(),
});
const equal = (a: FixedPrice | null, b: FixedPrice | null) => JSON.stringify(a) === JSON.stringify(b);

test('a price that we did not write is never touched unless ours was chosen', () => {
  fc.assert(
    fc.property(facts, (one) => {
      const isForeign = one.there !== null && !equal(one.there, one.sent) && !equal(one.there, one.pending);
      const verdict = judgePrice(one);
      if (isForeign && !one.again) expect(['agrees', 'theirs', 'none']).toContain(verdict);
      if (isForeign) expect(verdict).not.toBe('remove');
    }),
  );
});

test('whatever the merchant does, their last word stays, and killed workers do not change that', () => {
  // What happens, in any order: the merchant sets or removes a price, or we write by the rule, perhaps cut short before or after the call.
  const step = fc.oneof(
    fc.record({ who: fc.constant('merchant' as const), value: maybe }),
    fc.record({ who: fc.constant('us' as const), wanted: price, end: fc.constantFrom('done', 'before', 'after') }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let there: FixedPrice | null = null;
      let sent: FixedPrice | null = null;
      let pending: FixedPrice | null = null;
      let merchants: FixedPrice | null | undefined;
      for (const one of steps) {
        if (one.who === 'merchant') {
          // One that they set to what we wrote says nothing.
          merchants = equal(one.value, sent) || equal(one.value, pending) || one.value === null ? undefined : one.value;
          there = one.value;
          continue;
        }
        const before = { there, sent, pending, wanted: one.wanted, byRule: true, again: false };
        const verdict = judgePrice(before);
        if (verdict !== 'write') continue;
        // As the action does: what is there and ours is known to be sent before something else is pending.
        if (there !== null) sent = there;
        pending = one.wanted;
        if (one.end !== 'before') there = one.wanted;
        if (one.end === 'done') {
          sent = one.wanted;
          pending = null;
        }
      }
      if (merchants !== undefined) expect(there).toEqual(merchants);
    }),
  );
});
