import { money, toDecimal } from '@quayside/kernel';
import type { Shortage } from '../../wallet/index.ts';

/** Why the wallet can't pay, including frozen money. `available`: balance in US cents. */
export function shortage(
  available: number,
  { debt, frozen, short }: Shortage,
): { key: string; params: Record<string, string> } {
  const text = (cents: number) => `${toDecimal(money(cents, 'USD'))} USD`;
  const params = { available: text(available), short: text(short.amount) };
  if (debt.amount > 0) return { key: 'WALLET_SHORT_DEBT', params: { ...params, debt: text(debt.amount) } };
  if (frozen.amount > 0) return { key: 'WALLET_SHORT_FROZEN', params: { ...params, frozen: text(frozen.amount) } };
  return { key: 'WALLET_SHORT', params };
}
