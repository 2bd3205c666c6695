import { convertMoney, type MessageParams, money } from '@quayside/kernel';
import type { Db, Executor, WorkplaceScope } from '../../../db/index.ts';
import {
  dayOf,
  effectiveAddress,
  findLines,
  findOrders,
  findRisks,
  type LineRow,
  type OrderRow,
  soldLines,
  startOfDay,
} from '../../orders/index.ts';
import { ordersOfSameShopper } from '../../privacy/index.ts';
import { ratesFor } from '../../rates/index.ts';
import { generalSettings } from '../../workspaces/index.ts';
import {
  currenciesSince,
  findApprovals,
  type GuardSettings,
  lockDay,
  type NewStop,
  readGuards,
  rowsOfDay,
  saveStops,
  sumDay,
} from '../guard-repo.ts';
import type { Culprit } from '../place-repo.ts';
import { findPurchasesOfOrders } from '../repo.ts';
import { isSameOrder } from '../rules/duplicate.ts';
import { type GuardFacts, type GuardSetting, type GuardStop, guardKey, hasGuards, judge } from '../rules/guards.ts';
import { byOrder, isStanding, type PurchaseRow, toCostPart } from '../tables.ts';
import { moneyText } from './settle-orders.ts';

/** A part of an order's cost: a supplier order, requested or about to be. */
export interface CostPart {
  /** Minor units; null: not known yet. */
  amount: number | null;
  currency: string;
}

/** An order to judge before it is requested, placed or paid. */
export interface JudgedOrder {
  order: OrderRow;
  lines: readonly LineRow[];
  /** Supplier orders of the order, including those judged. */
  parts: readonly CostPart[];
  /** All items are part of the cost. */
  isWhole: boolean;
  /** For a saved supplier order, its id; absent: requested now. */
  supplierOrderId?: string;
  /** When it was requested, in Unix milliseconds. */
  requestedAt: number;
  /** Cost that is added to the day by a request. */
  added: readonly CostPart[];
}

export const guardsOf = (settings: GuardSettings, storeId: string): GuardSetting =>
  settings.stores.get(storeId) ?? settings.workspace;

type Convert = (amount: number, currency: string) => number | undefined;

/** Sum in the workspace's currency; undefined: a part is unknown; 'rate': no exchange rate. */
function sumOf(parts: readonly CostPart[], convert: Convert): GuardFacts['cost'] {
  let sum = 0;
  for (const { amount, currency } of parts) {
    if (amount === null) return undefined;
    const converted = convert(amount, currency);
    if (converted === undefined) return 'rate';
    sum += converted;
  }
  return sum;
}

/** Names of earlier orders that orders repeat, by order id. */
async function findDuplicates(
  ex: Executor,
  workplaceId: string,
  orders: readonly { judged: JudgedOrder; hours: number }[],
): Promise<ReadonlyMap<string, string>> {
  if (orders.length === 0) return new Map();
  const pairs = await ordersOfSameShopper(
    ex,
    workplaceId,
    orders.map(({ judged }) => judged.order.order_id),
  );
  if (pairs.length === 0) return new Map();
  const twinIds = [...new Set(pairs.map((pair) => pair.other_id))];
  const twins = new Map((await findOrders(ex, workplaceId, twinIds)).map((twin) => [twin.order_id, twin]));
  const twinLines = Map.groupBy(await findLines(ex, workplaceId, twinIds), (line) => line.order_id);
  const comparable = (order: OrderRow, items: readonly LineRow[]) => ({
    address: effectiveAddress(order.address, order.address_edit),
    items: soldLines(items),
  });
  const found = new Map<string, string>();
  for (const { judged, hours } of orders) {
    const mine = comparable(judged.order, judged.lines);
    for (const { order_id: id, other_id: otherId } of pairs) {
      const twin = twins.get(otherId);
      if (id !== judged.order.order_id || !twin || !isEarlier(twin, judged.order, hours)) continue;
      if (isSameOrder(mine, comparable(twin, twinLines.get(otherId) ?? []))) found.set(id, twin.name);
    }
  }
  return found;
}

/** Whether another order of the store that still stands was placed before this one, within so many hours. */
function isEarlier(twin: OrderRow, order: OrderRow, hours: number): boolean {
  // A workspace may order the same sample twice, and sell what it ordered as a sample. An exchange repeats its order.
  if ([twin, order].some((one) => one.is_sample || one.is_exchange)) return false;
  if (twin.store_id !== order.store_id || twin.mode !== order.mode || twin.cancelled_at !== null) return false;
  const ms = Date.parse(order.placed_at) - Date.parse(twin.placed_at);
  return ms === 0 ? twin.order_id < order.order_id : ms > 0 && ms <= hours * 3_600_000;
}

/**
 * Cost of the day up to each order, in the order of their requests; 'rate' where a rate is missing. Those about to be
 * requested hold the day's lock and add up; saved ones count what was requested before them.
 */
async function dayTotals(
  tx: Executor,
  workplaceId: string,
  orders: readonly { judged: JudgedOrder; storeId: string | undefined; ceiling: number }[],
  timeZone: string,
  convert: Convert,
): Promise<ReadonlyMap<JudgedOrder, number | 'rate'>> {
  const totals = new Map<JudgedOrder, number | 'rate'>();
  if (orders.length === 0) return totals;
  if (orders.some(({ judged }) => judged.supplierOrderId === undefined)) await lockDay(tx, workplaceId);
  const groups = Map.groupBy(
    orders,
    ({ judged, storeId }) => `${startOfDay(dayOf(judged.requestedAt, timeZone), timeZone)} ${storeId ?? ''}`,
  );
  // A sum without a rate is not a number, and so is everything that it is added to.
  const inCurrency = (rows: readonly { currency: string; total: number }[]): number =>
    rows.reduce((sum, row) => sum + (convert(row.total, row.currency) ?? Number.NaN), 0);
  const total = (sum: number): number | 'rate' => (Number.isNaN(sum) ? 'rate' : sum);
  for (const [key, group] of groups) {
    const since = key.slice(0, key.indexOf(' '));
    const storeId = group[0]?.storeId;
    const saved = group.flatMap(({ judged }) => judged.supplierOrderId ?? []).toSorted();
    const [first, last] = [saved[0], saved.at(-1)];
    const before = first === undefined ? {} : { before: first };
    let sum = inCurrency(await sumDay(tx, workplaceId, since, { storeId, ...before }));
    if (first === undefined || last === undefined) {
      for (const { judged, ceiling } of group) {
        const next = sum + inCurrency(judged.added.map(({ amount, currency }) => ({ currency, total: amount ?? 0 })));
        totals.set(judged, total(next));
        // An order that is stopped leaves room for smaller ones.
        if (next <= ceiling) sum = next;
      }
      continue;
    }
    const upTo = new Map<string, number | 'rate'>();
    for (const row of await rowsOfDay(tx, workplaceId, since, { storeId, first, last })) {
      sum += inCurrency([row]);
      upTo.set(row.supplier_order_id, total(sum));
    }
    for (const { judged } of group) totals.set(judged, upTo.get(judged.supplierOrderId ?? '') ?? total(sum));
  }
  return totals;
}

/**
 * Judges orders by the guards of their stores: one query for the settings, and a few for the whole batch where guards
 * need more. Returns the stops that no approval covers; orders without one are missing.
 */
export async function judgeOrders(
  tx: Executor,
  { workplaceId }: Pick<WorkplaceScope, 'workplaceId'>,
  orders: readonly JudgedOrder[],
  known?: GuardSettings,
): Promise<ReadonlyMap<JudgedOrder, GuardStop[]>> {
  const settings = known ?? (await readGuards(tx, workplaceId));
  const all = orders.map((judged) => ({ judged, setting: guardsOf(settings, judged.order.store_id) }));
  const guarded = all.filter(({ setting }) => hasGuards(setting));
  if (guarded.length === 0) return new Map();
  const ids = [...new Set(guarded.map(({ judged }) => judged.order.order_id))];
  const workspace = await generalSettings(tx, workplaceId);
  const currency = workspace?.display_currency ?? 'USD';
  const timeZone = workspace?.time_zone ?? '';
  const capped = guarded.filter(({ setting }) => setting.day_ceiling !== null);
  const earliest = Math.min(...capped.map(({ judged }) => judged.requestedAt));
  const ofDay =
    capped.length === 0 ? [] : await currenciesSince(tx, workplaceId, startOfDay(dayOf(earliest, timeZone), timeZone));
  const today = new Date(Math.max(...guarded.map(({ judged }) => judged.requestedAt))).toISOString().slice(0, 10);
  const currencies = new Set(
    guarded.flatMap(({ judged }) => [judged.order.currency, ...judged.parts.map((part) => part.currency)]),
  );
  const asks = [...currencies, ...ofDay, 'USD'].map((from) => ({ from, to: currency, day: today }));
  const rates = await ratesFor(tx, workplaceId, asks);
  const convert: Convert = (amount, from) => {
    if (from === currency) return amount;
    const rate = rates({ from, to: currency, day: today })?.rate;
    return rate === undefined ? undefined : convertMoney(money(amount, from), currency, rate).amount;
  };
  const risks = new Map((await findRisks(tx, workplaceId, ids)).map((row) => [row.order_id, row]));
  const approvals = await findApprovals(tx, workplaceId, ids);
  const duplicates = await findDuplicates(
    tx,
    workplaceId,
    guarded.flatMap(({ judged, setting: { duplicate_hours: hours } }) => (hours === null ? [] : [{ judged, hours }])),
  );
  const days = await dayTotals(
    tx,
    workplaceId,
    capped.flatMap(({ judged, setting: { day_ceiling: ceiling } }) => {
      const { store_id: storeId } = judged.order;
      if (ceiling === null) return [];
      return [{ judged, ceiling, storeId: settings.stores.has(storeId) ? storeId : undefined }];
    }),
    timeZone,
    convert,
  );
  const stopped = new Map<JudgedOrder, GuardStop[]>();
  for (const { judged, setting } of guarded) {
    const { order, parts, isWhole } = judged;
    const risk = risks.get(order.order_id);
    const cost = sumOf(parts, convert);
    const facts: GuardFacts = {
      risk: risk?.risk ?? null,
      isDisputed: risk?.is_disputed ?? false,
      duplicateOf: duplicates.get(order.order_id),
      cost,
      costCurrency:
        [...parts.map((part) => part.currency), ...ofDay].find((one) => convert(0, one) === undefined) ?? '',
      // A sample is sold to no one, and an exchange was sold before, so neither can miss a profit.
      paid: order.is_sample || order.is_exchange ? undefined : convert(order.total - order.tax_total, order.currency),
      isWhole,
      day: days.get(judged),
    };
    const text = (amount: number): string => moneyText(amount, currency);
    const stops = judge(setting, facts, approvals.get(order.order_id) ?? [], text);
    if (stops.length > 0) stopped.set(judged, stops);
  }
  return stopped;
}

/** Lines that are neither bought nor given up would add to the cost of an order. */
const ADDS_COST: readonly LineRow['state'][] = ['unmapped', 'ready', 'blocked', 'manual'];

/** Whether all items of an order are bought, or about to be. */
export const isWholeOrder = (lines: readonly LineRow[], bought: ReadonlySet<string> = new Set()): boolean =>
  lines.every((line) => bought.has(line.line_id) || !ADDS_COST.includes(line.state));

export const toStop = (
  order: Pick<OrderRow, 'order_id' | 'store_id'>,
  { guard, figure, params }: GuardStop,
  request: { pays: boolean; requested_by: string | null },
): NewStop => ({ order_id: order.order_id, store_id: order.store_id, guard, figure, params, ...request });

/** Why a supplier order is stopped; culprit: by which of the orders that share it. */
export interface GuardReason {
  key: string;
  params: MessageParams;
  culprit?: Culprit;
}

/** Judges one supplier order whose store has just reported a risk or a dispute. */
export const judgeSuspect = (
  db: Db,
  here: WorkplaceScope,
  claim: PurchaseRow,
  order: OrderRow,
): Promise<GuardReason | undefined> =>
  db.tenant(here, async (tx) =>
    (await judgeClaims(tx, here, [{ claim, orders: [order] }])).get(claim.supplier_order_id),
  );

/**
 * Judges supplier orders right before they are placed or paid, in the transaction that claimed them. Records the stops
 * and returns the reason of each stopped one by its id.
 */
export async function judgeClaims(
  tx: Executor,
  here: WorkplaceScope,
  taken: readonly { claim: PurchaseRow; orders: readonly OrderRow[] }[],
): Promise<ReadonlyMap<string, GuardReason>> {
  const claims = taken.flatMap(({ claim, orders }) => orders.map((order) => ({ claim, order })));
  if (claims.length === 0) return new Map();
  const { workplaceId } = here;
  const settings = await readGuards(tx, workplaceId);
  const guarded = claims.filter(({ order }) => hasGuards(guardsOf(settings, order.store_id)));
  if (guarded.length === 0) return new Map();
  const ids = [...new Set(guarded.map(({ order }) => order.order_id))];
  const standing = Map.groupBy(
    (await findPurchasesOfOrders(tx, workplaceId, ids)).flatMap(byOrder),
    (one) => one.order_id,
  );
  const lines = Map.groupBy(await findLines(tx, workplaceId, ids), (line) => line.order_id);
  const judged = guarded.map(({ claim, order }) => {
    const own = lines.get(order.order_id) ?? [];
    const one: JudgedOrder = {
      order,
      lines: own,
      parts: (standing.get(order.order_id) ?? []).filter(isStanding).map(toCostPart),
      isWhole: isWholeOrder(own),
      supplierOrderId: claim.supplier_order_id,
      requestedAt: Date.parse(claim.created_at),
      added: [],
    };
    return { claim, one };
  });
  const found = await judgeOrders(
    tx,
    here,
    judged.map(({ one }) => one),
    settings,
  );
  const stops = new Map<string, NewStop>();
  const reasons = new Map<string, GuardReason>();
  for (const { claim, one } of judged) {
    const [first, ...more] = found.get(one) ?? [];
    if (!first) continue;
    const request = { pays: claim.pay_automatically, requested_by: claim.requested_by };
    for (const stop of [first, ...more])
      stops.set(`${one.order.order_id} ${stop.guard}`, toStop(one.order, stop, request));
    if (reasons.has(claim.supplier_order_id)) continue;
    const { order_id: orderId, name } = one.order;
    const culprit = claim.other_order_ids.length > 0 ? { culprit: { orderId, name } } : {};
    reasons.set(claim.supplier_order_id, { key: guardKey(first.guard), params: first.params, ...culprit });
  }
  await saveStops(tx, workplaceId, [...stops.values()]);
  return reasons;
}
