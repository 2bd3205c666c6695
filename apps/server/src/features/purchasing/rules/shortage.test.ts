import { money } from '@quayside/kernel';
import { expect, it } from 'vitest';
import { shortage } from './shortage.ts';

const usd = (cents: number) => money(cents, 'USD');
const short = usd(1_250);
const params = { available: '3.40 USD', short: '12.50 USD' };

it('a wallet that cannot pay names what keeps money back: a debt first, then what is frozen', () => {
  expect(shortage(340, { short, debt: usd(0), frozen: usd(0) })).toEqual({ key: 'WALLET_SHORT', params });
  expect(shortage(340, { short, debt: usd(0), frozen: usd(500) })).toEqual({
    key: 'WALLET_SHORT_FROZEN',
    params: { ...params, frozen: '5.00 USD' },
  });
  expect(shortage(340, { short, debt: usd(70), frozen: usd(500) })).toEqual({
    key: 'WALLET_SHORT_DEBT',
    params: { ...params, debt: '0.70 USD' },
  });
});
