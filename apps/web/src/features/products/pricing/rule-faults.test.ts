import { defaultPriceRule, type PriceRule } from '@quayside/contracts/pricing-choices.ts';
import { expect, it } from 'vitest';
import { ruleFaults } from './rule-faults.ts';

const rule = (change: Partial<PriceRule>): PriceRule => ({ ...defaultPriceRule('USD'), ...change });
const row = (from: number) => ({ kind: 'markup' as const, from, multiply: 2_000, add: 0 });

it.each([
  ['the rule of an import', rule({}), []],
  ['rows in order', rule({ bands: [row(0), row(100), row(200)] }), []],
  [
    'a row that starts where another does',
    rule({ bands: [row(0), row(100), row(100)] }),
    [{ field: 'bands', at: 2, what: 'order' }],
  ],
  [
    'a margin that leaves nothing for the cost',
    rule({
      bands: [{ kind: 'margin', from: 0, margin: 6_000 }],
      fees: { percent: 3_600, fixed: 0, included: false },
    }),
    [{ field: 'bands', at: 0, what: 'margin' }],
  ],
  [
    'a least profit that leaves nothing',
    rule({ floor: { profit: 0, margin: 9_000 }, fees: { percent: 1_000, fixed: 0, included: false } }),
    [{ field: 'floor' }],
  ],
])('%s', (_name, given, faults) => {
  expect(ruleFaults(given)).toEqual(faults);
});
