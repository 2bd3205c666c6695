import type { SupplierCustoms } from '@quayside/connector-kit';
import { type Money, money } from '@quayside/kernel';
import type { Customs } from '../customs-repo.ts';

/** Member states of the European Union, where parcels up to 150 euros may use the Import One-Stop Shop. */
const EU: ReadonlySet<string> = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' '),
);
export const isInEu = (country: string): boolean => EU.has(country);

/** An IOSS number: IM and ten digits. Source: Commission Implementing Regulation (EU) 2020/194. */
export const isIoss = (text: string): boolean => /^IM\d{10}$/.test(text);

interface SoldLine {
  line_id: string;
  unit_price: number;
  discount: number;
  quantity: number;
}

/** What shoppers paid for the bought pieces of some lines, in minor units of the order's currency. */
function paidFor(lines: readonly SoldLine[], bought: readonly { line_id: string; quantity: number }[]): number {
  return bought.reduce((sum, { line_id: id, quantity }) => {
    const line = lines.find((one) => one.line_id === id);
    if (!line || line.quantity === 0) return sum;
    return sum + Math.round(((line.unit_price * line.quantity - line.discount) * quantity) / line.quantity);
  }, 0);
}

/** What a supplier order declares: nothing where its store has no settings. */
export function toCustoms(
  customs: Customs | undefined,
  order: { currency: string; ship_country: string | null },
  lines: readonly SoldLine[],
  bought: readonly { line_id: string; quantity: number }[],
): SupplierCustoms | undefined {
  if (!customs) return undefined;
  const value: Money | undefined =
    customs.declares === 'sale' ? money(paidFor(lines, bought), order.currency) : undefined;
  const ioss = customs.ioss !== null && isInEu(order.ship_country ?? '') ? customs.ioss : undefined;
  if (value === undefined && ioss === undefined) return undefined;
  return { ...(ioss === undefined ? {} : { ioss }), ...(value === undefined ? {} : { value }) };
}
