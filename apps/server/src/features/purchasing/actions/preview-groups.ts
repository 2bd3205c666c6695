import { type CombinedGroupView, MOST_COMBINED } from '@quayside/contracts';
import { type Money, money } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import { type CombinableOrder, type CombinedGroup, combinable, wholePackage } from '../rules/combine.ts';
import { type BuyConnection, type BuyPackage, countPieces } from '../rules/plan-order.ts';
import { splitCosts } from '../rules/split-cost.ts';
import { readQuotes } from './gather.ts';
import type { Question } from './send-questions.ts';

/** Groups that may be combined, each within the size of a request. */
function groupsOf(orders: readonly CombinableOrder[]): CombinedGroup<CombinableOrder>[] {
  return combinable(orders).flatMap((group) => {
    const parts: CombinedGroup<CombinableOrder>[] = [];
    for (let at = 0; at < group.members.length; at += MOST_COMBINED)
      parts.push({ ...group, members: group.members.slice(at, at + MOST_COMBINED) });
    return parts.filter((part) => part.members.length > 1);
  });
}

type Shares = CombinedGroupView['shares'];

/** Shipping of each order alone, and its part of the shipping together, as its supplier order would share it. */
function sharesOf(orderIds: readonly string[], packs: readonly BuyPackage[], together: Money | null): Shares {
  const shares = orderIds.map((order_id, at) => ({
    order_id,
    items: null,
    pieces: countPieces(packs[at]?.lines ?? []),
  }));
  const parts = splitCosts({ items: null, shipping: together?.amount ?? null, total: null }, shares);
  return shares.map(({ order_id }, at) => {
    const part = parts[at]?.shipping;
    return {
      order_id,
      separate_cost: packs[at]?.option?.amount ?? null,
      shipping_cost: !together || typeof part !== 'number' ? null : money(part, together.currency),
    };
  });
}

/** Shipping of the packages in supplier orders of their own, less the shipping of all together. */
function savingOf(packs: readonly BuyPackage[], together: Money | null): Money | null {
  if (!together) return null;
  let alone = 0;
  for (const { option } of packs) {
    if (option?.amount.currency !== together.currency) return null;
    alone += option.amount.amount;
  }
  return money(alone - together.amount, together.currency);
}

/**
 * The previewed orders that can be combined, with what that saves, and the missing quotes of their items together.
 * Groups whose shipping method isn't offered for all items are left out.
 */
export async function previewGroups(
  ex: Executor,
  workplaceId: string,
  orders: readonly CombinableOrder[],
  connections: readonly BuyConnection[],
): Promise<{ groups: CombinedGroupView[]; asks: Question[] }> {
  const found = groupsOf(orders).flatMap(({ members, connection, method }) => {
    const packs = members.flatMap((one) => wholePackage(one) ?? []);
    const [first] = members;
    return first
      ? [{ members, connection, method, packs, order: first.order, lines: packs.flatMap((pack) => pack.lines) }]
      : [];
  });
  if (found.length === 0) return { groups: [], asks: [] };
  const quotes = await readQuotes(ex, workplaceId, found, connections);
  const asks: Question[] = [];
  const groups = found.flatMap(({ members, connection, method, packs, order, lines }): CombinedGroupView[] => {
    const quote = quotes.of(order)(connection)(lines);
    if (!quote || quote.stale) asks.push({ connectionId: connection.connection_id, order, lines });
    const option = quote?.options.find((one) => one.serviceName === method);
    if (quote?.state === 'known' && !option) return [];
    return [
      {
        order_ids: members.map((one) => one.order.order_id),
        shipping_cost: option?.amount ?? null,
        shares: sharesOf(
          members.map((one) => one.order.order_id),
          packs,
          option?.amount ?? null,
        ),
        saving: savingOf(packs, option?.amount ?? null),
        quotes_pending: !quote || quote.stale || quote.state === 'asking',
      },
    ];
  });
  return { groups, asks };
}
