import { splitAmount } from './split-cost.ts';

/** What is left of an order's part of a supplier order, in minor units. */
export interface OrderPart {
  order_id: string;
  left: number;
}

/** A refund that the supplier agreed to for an order's request, less what came of it. */
export interface AgreedRefund {
  order_id: string;
  outstanding: number;
}

/**
 * Splits a refund over the orders of a supplier order. With `orderId`, it is for that order. Otherwise it is for the one
 * request that it pays exactly, else for agreed requests in their order. The rest is shared by what is left of the parts.
 */
export function shareRefund(
  amount: number,
  parts: readonly OrderPart[],
  agreed: readonly AgreedRefund[],
  orderId?: string,
): number[] {
  const exact = agreed.filter((one) => one.outstanding === amount);
  const wanted =
    orderId !== undefined ? [{ order_id: orderId, outstanding: amount }] : exact.length === 1 ? exact : agreed;
  const given = parts.map(() => 0);
  let rest = amount;
  for (const one of wanted) {
    const at = parts.findIndex((part) => part.order_id === one.order_id);
    const give = Math.min(rest, one.outstanding, (parts[at]?.left ?? 0) - (given[at] ?? 0));
    if (give <= 0) continue;
    given[at] = (given[at] ?? 0) + give;
    rest -= give;
  }
  const others = splitAmount(
    rest,
    parts.map(({ left }, at) => left - (given[at] ?? 0)),
  );
  return given.map((one, at) => one + (others[at] ?? 0));
}
