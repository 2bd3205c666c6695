import type { CombinedGroupView, PlacementPreview } from '@quayside/contracts';
import { convertMoney } from '@quayside/kernel/rates.ts';
import type { MinorMoney } from '../../../lib/formats.ts';
import { sumMoney } from '../labels.ts';

export type PreviewLine = PlacementPreview['line_items'][number];

/** What a person decided in the drawer: lines taken out, and shipping services chosen by line. */
export interface Choices {
  /** Lines that may be placed at all; absent: every line that is ready. */
  only?: readonly string[];
  left: ReadonlySet<string>;
  shipping: Readonly<Record<string, string>>;
}

export interface OrderToPlace {
  order_id: string;
  line_item_ids?: string[];
  shipping_methods?: Record<string, string>;
}

/**
 * One order as it is sent. Lines are named only where some were taken out, so that the server decides otherwise.
 *
 * @param known ids of the order's lines as first shown; empty while unknown.
 * @returns undefined when nothing of the order is left.
 */
export function orderToPlace(orderId: string, known: readonly string[], choices: Choices): OrderToPlace | undefined {
  const offered = choices.only ? known.filter((id) => choices.only?.includes(id)) : known;
  const kept = offered.filter((id) => !choices.left.has(id));
  if (known.length > 0 && kept.length === 0) return undefined;
  const shipping = Object.entries(choices.shipping).filter(([id]) => kept.includes(id));
  return {
    order_id: orderId,
    ...(kept.length < known.length ? { line_item_ids: [...kept] } : {}),
    ...(shipping.length > 0 ? { shipping_methods: Object.fromEntries(shipping) } : {}),
  };
}

/** What the placeable orders cost: in all, and the part that the wallet pays. null: a part is unknown. */
export function placementSums(orders: readonly PlacementPreview[]): {
  total: MinorMoney | null;
  wallet: MinorMoney | null;
} {
  const wallet = orders.flatMap((order) => order.packages).filter((one) => one.payer === 'wallet');
  return { total: sumMoney(orders.map((order) => order.total)), wallet: sumMoney(wallet.map((one) => one.total)) };
}

/** What is missing in the wallet for a sum; undefined when it is enough, or not comparable. */
export function shortage(wanted: MinorMoney | null, held: MinorMoney | undefined): MinorMoney | undefined {
  if (!wanted || !held || wanted.currency !== held.currency || wanted.amount <= held.amount) return undefined;
  return { amount: wanted.amount - held.amount, currency: wanted.currency };
}

/** A line that was to go out with the order and cannot as it stands: too few pieces, no way to that country, no such service. */
const isHeld = (line: Pick<PreviewLine, 'state' | 'problem'>): boolean =>
  line.problem !== null && line.state === 'ready';

/**
 * Whether an order can go out as it stands. One with a line that is known to be out of stock, or not to be sent to that
 * country, waits for a decision (another supplier, another service, or without that line): sent as it is, the supplier
 * would refuse it and the payment of the rest would wait.
 */
export const canGo = (order: Pick<PlacementPreview, 'can_place' | 'line_items'>): boolean =>
  order.can_place && !order.line_items.some(isHeld);

/** Somebody placed it meanwhile: this person in another tab, or with an answer that was lost. Nothing is wrong. */
export const isPlaced = (order: Pick<PlacementPreview, 'problems'>): boolean =>
  order.problems.some((problem) => problem.key === 'ORDER_PLACED_ALREADY');

/** Whether anything of an order asks for a person's eye before it is placed. */
export const hasObstacle = (order: PlacementPreview): boolean =>
  !canGo(order) ||
  order.problems.length > 0 ||
  order.warnings.length > 0 ||
  order.line_items.some((line) => line.problem) ||
  order.packages.some((one) => one.problem);

export type PreviewPackage = PlacementPreview['packages'][number];

/** The parts of an order that go out: only those are in its total. */
export const goodPackages = (order: Pick<PlacementPreview, 'packages'>): PreviewPackage[] =>
  order.packages.filter((one) => one.problem === null);

/**
 * What is saved by sending the lines of a package together instead of each alone, by the prices that the lines show.
 *
 * @returns undefined for a single line, while a price is unknown, and where nothing is saved.
 */
export function shippingSaved(
  order: Pick<PlacementPreview, 'line_items'>,
  { line_item_ids, shipping_cost }: Pick<PreviewPackage, 'line_item_ids' | 'shipping_cost'>,
): MinorMoney | undefined {
  if (line_item_ids.length < 2 || !shipping_cost) return undefined;
  const alone = order.line_items
    .filter((line) => line_item_ids.includes(line.id))
    .map((line) => line.shipping_options.find((one) => one.service_name === line.shipping_method)?.cost ?? null);
  const sum = sumMoney(alone);
  if (!sum || sum.currency !== shipping_cost.currency || sum.amount <= shipping_cost.amount) return undefined;
  return { amount: sum.amount - shipping_cost.amount, currency: sum.currency };
}

/** Names a group whatever the sequence of its orders. */
export const groupKey = (group: Pick<CombinedGroupView, 'order_ids'>): string => group.order_ids.toSorted().join();

/** The groups whose orders can all be placed. */
export function offeredGroups(
  groups: readonly CombinedGroupView[],
  able: readonly Pick<PlacementPreview, 'order_id'>[],
): CombinedGroupView[] {
  const ids = new Set(able.map((order) => order.order_id));
  return groups.filter((group) => group.order_ids.every((id) => ids.has(id)));
}

type Share = CombinedGroupView['shares'][number];

/**
 * An order as it costs in a shared supplier order: with its part of the shipping together. As before while either price
 * is unknown.
 */
function withShare(order: PlacementPreview, { separate_cost, shipping_cost }: Share): PlacementPreview {
  const [pack, ...more] = order.packages;
  if (!separate_cost || !shipping_cost || !pack || more.length > 0) return order;
  const less = <M extends MinorMoney>(value: M | null): M | null =>
    value && { ...value, amount: value.amount - separate_cost.amount + shipping_cost.amount };
  const total = less(order.total);
  const { sale, profit, profit_rate: rate } = order;
  const cost = total && rate ? convertMoney(total, sale.currency, rate.rate) : total;
  return {
    ...order,
    packages: [{ ...pack, shipping_cost, total: less(pack.total) }],
    shipping_cost,
    total,
    profit: profit && cost && { ...profit, amount: sale.amount - cost.amount },
  };
}

/** What is combined with an order, for its row. */
export interface CombinedRow {
  /** The other orders' names. */
  others: string[];
  /** Less shipping than alone; undefined: none, or not known. */
  saved: MinorMoney | undefined;
}

/** The orders with their costs in the chosen groups, and what is combined with each, by order id. */
export function combineOrders(
  orders: readonly PlacementPreview[],
  groups: readonly CombinedGroupView[],
): { orders: PlacementPreview[]; rows: ReadonlyMap<string, CombinedRow> } {
  const names = new Map(orders.map((order) => [order.order_id, order.name]));
  const shares = new Map(groups.flatMap((group) => group.shares.map((share) => [share.order_id, share])));
  const rows = new Map(
    groups.flatMap((group) =>
      group.shares.map(({ order_id: id, separate_cost: alone, shipping_cost: share }): [string, CombinedRow] => [
        id,
        {
          others: group.order_ids.filter((one) => one !== id).map((one) => names.get(one) ?? ''),
          saved:
            alone && share && alone.amount > share.amount
              ? { ...share, amount: alone.amount - share.amount }
              : undefined,
        },
      ]),
    ),
  );
  return {
    orders: orders.map((order) => {
      const share = shares.get(order.order_id);
      return share ? withShare(order, share) : order;
    }),
    rows,
  };
}
