import { expect, it } from 'vitest';
import { money } from './money.ts';
import { estimateProfit } from './profit.ts';

const usd = (amount: number) => money(amount, 'USD');

it('is the price less cost and shipping, with its share of the price', () => {
  expect(estimateProfit(usd(2000), usd(800), usd(350))).toEqual({ profit: usd(850), margin: 43 });
  expect(estimateProfit(usd(1995), usd(528), usd(319))).toEqual({ profit: usd(1148), margin: 58 });
});

it('can be a loss', () => {
  expect(estimateProfit(usd(400), usd(500), usd(100))).toEqual({ profit: usd(-200), margin: -50 });
});

it('has no margin at price 0', () => expect(estimateProfit(usd(0), usd(100), usd(0)).margin).toBeNull());

it('refuses to mix currencies', () => {
  expect(() => estimateProfit(money(2000, 'EUR'), usd(800), usd(350))).toThrow(RangeError);
});
