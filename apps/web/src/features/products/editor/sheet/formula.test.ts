import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate, type FormulaValues } from './formula.ts';

const values: FormulaValues = { cost: 500, price: 1999, compare_at: undefined, shipping: 250 };
const of = (text: string, decimals = 2) => evaluate(text, values, decimals);

describe('evaluate', () => {
  it.each([
    ['=cost*2+1.5', 1150],
    ['=price*1.1', 2199],
    ['= (cost + shipping) * 3', 2250],
    ['=price*110%', 2199],
    ['=COST', 500],
    ['=cost/3', 167],
    ['=10-2-3', 500],
    ['=-2+cost', 300],
    ['=2,5*cost', 1250],
    ['=cost × 2 ÷ 4', 250],
    ['=0.005', 1],
  ])('%s is %i', (text, minor) => expect(of(text)).toBe(minor));

  it('rounds to the currency’s own decimals', () => {
    expect(evaluate('=cost*1.5', { ...values, cost: 333 }, 0)).toBe(500);
    expect(evaluate('=1.2345', values, 3)).toBe(1235);
  });

  it.each([
    ['=', 'syntax'],
    ['=cost*', 'syntax'],
    ['=(cost', 'syntax'],
    ['=cost cost', 'syntax'],
    ['=cost.constructor', 'syntax'],
    ['=alert(1)', 'name'],
    ['=margin*2', 'name'],
    ['=compare_at*2', 'missing'],
    ['=compare_at_price', 'missing'],
    ['=cost/0', 'zero'],
    ['=cost/(price-price)', 'zero'],
    ['=cost-price', 'belowZero'],
    ['=99999999999999', 'tooHigh'],
    [`=${'('.repeat(40)}1${')'.repeat(40)}`, 'syntax'],
    [`=${'1+'.repeat(200)}1`, 'syntax'],
  ])('%s is refused as %s', (text, fault) => expect(of(text)).toEqual({ fault }));

  it('never loses a cent to floating point', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 1, max: 999 }), (cost, factor) => {
        const text = `=cost*${factor / 100 < 1 ? `0.${String(factor).padStart(2, '0')}` : (factor / 100).toFixed(2)}`;
        const exact = (BigInt(cost) * BigInt(factor) * 2n + 100n) / 200n;
        expect(evaluate(text, { ...values, cost }, 2)).toBe(Number(exact));
      }),
    );
  });

  it('answers every text with a number or a reason', () => {
    const signs = fc.constantFrom('cost', 'price', '1', '2.5', '+', '-', '*', '/', '(', ')', '%', ' ', 'x', '=');
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 30 }), (parts) => {
        const result = of(`=${parts.join('')}`);
        expect(typeof result === 'number' ? result >= 0 : typeof result.fault).toBeTruthy();
      }),
    );
  });
});
