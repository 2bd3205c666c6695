import { AppError, invalidField, type MessageParams, newId } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { connectorLabel } from '../../../installed/index.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { publish } from '../../../live/publish.ts';
import { lastRestore } from '../../../sending/index.ts';
import { markStep } from '../../accounts/index.ts';
import { listStores } from '../../connections/index.ts';
import {
  addEvents,
  findLines,
  findOrders,
  type LineRow,
  lockOrders,
  movingOrders,
  type NewEvent,
  NOT_SENT,
  type OrderRow,
  patchLines,
  refreshOrders,
} from '../../orders/index.ts';
import { growProcess } from '../../processes/index.ts';
import { refuseWhileHandedOver } from '../../team/index.ts';
import { generalSettings } from '../../workspaces/index.ts';
import { type GuardSettings, type NewStop, readGuards, saveStops } from '../guard-repo.ts';
import { placeSupplierOrderJob, toJob } from '../jobs/purchasing.ts';
import { dismissedReferences } from '../lost-repo.ts';
import { combinedReferenceFor, referenceFor } from '../reference.ts';
import { findPurchasesOfOrders, findRounds, insertPurchases, mergePurchases, type NewPurchase } from '../repo.ts';
import { type CombinableOrder, combinable, wholePackage } from '../rules/combine.ts';
import { type GuardStop, guardKey, hasGuards } from '../rules/guards.ts';
import {
  type BuyConnection,
  type BuyLine,
  type BuyPackage,
  countPieces,
  type OrderPlan,
  planOrder,
  quotedCosts,
  type Refused,
  sumItems,
} from '../rules/plan-order.ts';
import { placedAt } from '../rules/wait.ts';
import { byOrder, isStanding, type PurchaseLineRow, toCostPart } from '../tables.ts';
import { addHolds, addWeights, getBuyLine, getBuyOrder, type Quotes, readConnections, readQuotes } from './gather.ts';
import { guardsOf, isWholeOrder, type JudgedOrder, judgeOrders, toStop } from './judge-orders.ts';
import { preferLines } from './prefer-quayside.ts';
import { COMBINED_STOPPED } from './record-placing.ts';

export interface OrderToPlace {
  order_id: string;
  line_item_ids?: string[];
  shipping_methods?: Record<string, string>;
}

export interface PlacedOrder {
  orderId: string;
  supplierOrders: { id: string; source: NewPurchase['supplier']; lineIds: string[] }[];
}

export interface PlacementAnswer {
  processId: string | null;
  requested: number;
  items: PlacedOrder[];
  failed: Map<string, Refused[]>;
}

/** Orders per transaction: enough to be fast, few enough to hold locks only briefly. */
const CHUNK = 250;

/** The input of a purchase's reference. */
interface OrderFacts {
  store: { workplaceId: string; platform: string; domain: string };
  externalLineIds: ReadonlyMap<string, string>;
  /** By line: number of earlier purchases. */
  rounds: ReadonlyMap<string, number>;
  restoredAt: string | undefined;
  /** References of supplier orders dismissed as unrelated. */
  dismissed: ReadonlySet<string>;
}

/** The reference of a purchase. Skips dismissed ones, which would find the dismissed order again. */
function freshReference(facts: OrderFacts, lines: readonly BuyLine[], externalOrderIds: readonly string[]): string {
  const [externalOrderId = '', ...others] = externalOrderIds;
  const externalLineIds = lines.map((line) => facts.externalLineIds.get(line.line_id) ?? line.line_id);
  const inRound = (round: number): string =>
    others.length > 0
      ? combinedReferenceFor({ ...facts.store, externalOrderIds, externalLineIds, round })
      : referenceFor({ ...facts.store, externalOrderId, externalLineIds, round });
  const bought = Math.max(...lines.map((line) => facts.rounds.get(line.line_id) ?? 0));
  if (facts.dismissed.size === 0) return inRound(bought);
  // Counts usable attempts only, so that a later purchase never repeats a used one.
  let usable = -1;
  for (let round = 0; ; round += 1) {
    const reference = inRound(round);
    if (!facts.dismissed.has(reference)) usable += 1;
    if (usable === bought) return reference;
  }
}

/** One supplier order for each package of the plan. */
function purchaseOf(
  order: OrderRow,
  one: BuyPackage,
  placementId: string,
  pay: boolean,
  facts: OrderFacts,
  request: Pick<NewPurchase, 'not_before' | 'requested_by'>,
): { row: NewPurchase; lines: PurchaseLineRow[] } {
  const id = newId();
  const costs = quotedCosts(one.lines, one.option?.amount);
  return {
    row: {
      supplier_order_id: id,
      order_id: order.order_id,
      connection_id: one.connection.connection_id,
      supplier: one.connection.supplier,
      mode: order.mode,
      reference: freshReference(facts, one.lines, [order.external_order_id]),
      // The store had the order before the restore, so it may have been bought already.
      ask_first: facts.restoredAt !== undefined && order.placed_at < facts.restoredAt,
      payer: one.connection.payer,
      shipping_method: one.method,
      shipping_quote: one.option ?? null,
      address: getBuyOrder(order).address,
      currency: costs.currency,
      quoted_items: costs.items,
      quoted_shipping: costs.shipping,
      placement_id: placementId,
      pay_automatically: pay,
      ...request,
    },
    lines: one.lines.map((line) => ({
      supplier_order_id: id,
      line_id: line.line_id,
      order_id: order.order_id,
      source_product_id: line.source_product_id,
      source_variant_id: line.source_variant_id,
      sku: line.source_sku,
      quantity: line.pieces,
      pieces_per_unit: line.pieces_per_unit,
      unit_cost: costs.unitCost(line),
    })),
  };
}

/** Orders of one customer to buy in one supplier order. */
interface Group {
  /** The first one's id is the supplier order's. */
  members: Planned[];
  row: NewPurchase;
}

const notCombined = (names: string): Refused => ({
  line_id: null,
  key: 'COMBINE_NOT_POSSIBLE',
  params: { order: names },
});

/**
 * One supplier order for a group that the rule allows; undefined: it doesn't. Until the supplier has quoted the items
 * together, shipping counts as the sum for each order, so that a higher bill waits for the owner.
 */
function groupOf(
  ids: readonly string[],
  planned: readonly Planned[],
  quotes: Quotes,
  facts: (order: OrderRow) => OrderFacts,
): Group | undefined {
  const wanted = planned.filter((one) => ids.includes(one.row.order_id));
  const [found] = combinable(wanted.map((one) => one.combine));
  const members = wanted.filter((one) => found?.members.includes(one.combine));
  const packs = members.flatMap((one) => wholePackage(one.combine) ?? []);
  const [first] = members;
  const made = first?.made[0];
  if (!found || !first || !made || members.length < ids.length || packs.length < ids.length) return undefined;
  const lines = packs.flatMap((pack) => pack.lines);
  const quote = quotes.row(found.connection, first.combine.order, lines);
  const option = quote?.options?.find((one) => one.serviceName === found.method);
  if (quote?.state === 'known' && !option) return undefined;
  const costs = quotedCosts(lines, option?.amount);
  const alone = members.map((one) => one.made[0]?.row.quoted_shipping ?? null);
  const summed = alone.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0 as number | null);
  const own = facts(first.row);
  const externalLineIds = new Map(members.flatMap(({ row }) => [...facts(row).externalLineIds]));
  return {
    members,
    row: {
      ...made.row,
      supplier_order_id: newId(),
      other_order_ids: members.slice(1).map(({ row }) => row.order_id),
      reference: freshReference(
        { ...own, externalLineIds },
        lines,
        members.map(({ row }) => row.external_order_id),
      ),
      ask_first: members.some((one) => one.made.some((each) => each.row.ask_first)),
      shipping_method: found.method,
      shipping_quote: option ?? null,
      currency: costs.currency,
      quoted_items: costs.items,
      quoted_shipping: costs.shipping ?? summed,
      shares: members.map(({ row }, at) => ({
        order_id: row.order_id,
        items: sumItems(packs[at]?.lines ?? [])?.amount ?? null,
        pieces: countPieces(packs[at]?.lines ?? []),
      })),
    },
  };
}

/** Puts the group's purchase in place of its members' own, with each one's part of the costs. */
function combineInto({ members, row }: Group): void {
  const parts = byOrder({
    ...row,
    shares: row.shares ?? null,
    items_cost: null,
    shipping_cost: null,
    total_cost: null,
  });
  for (const [at, one] of members.entries()) {
    const lines = one.made.flatMap((each) => each.lines);
    const part = parts[at];
    if (part)
      one.made = [{ row: part, lines: lines.map((line) => ({ ...line, supplier_order_id: row.supplier_order_id })) }];
  }
}

/** Lines of a package that can't be placed, by line. */
const refusedOf = (one: BuyPackage, country: string): (Refused & { line_id: string })[] =>
  one.problem
    ? one.lines.map((line) => ({
        line_id: line.line_id,
        key: one.problem?.key ?? '',
        params: { title: line.title, country, ...one.problem?.params } as MessageParams,
      }))
    : [];

/**
 * Packages to request quotes for: possible ones and, if any, also those the supplier refused before. A repeated refusal
 * blocks those lines and with them the payment of the whole order, which is never partial.
 */
function packagesToAskFor({ packages, plans }: OrderPlan): BuyPackage[] {
  const good = packages.filter((pack) => !pack.problem);
  if (good.length === 0) return [];
  const none = { method: null, option: undefined, pending: false, problem: undefined };
  return [
    ...good,
    ...packages.filter((pack) => pack.problem && NOT_SENT.includes(pack.problem.key)),
    ...plans.flatMap(({ connection, plan }) =>
      plan.unshippable.map((line) => ({ ...none, lines: [line], connection })),
    ),
  ];
}

/** An order that could be bought, before the guards judge it. */
interface Planned {
  row: OrderRow;
  lines: readonly LineRow[];
  combine: CombinableOrder;
  made: { row: NewPurchase; lines: PurchaseLineRow[] }[];
  /** Lines that can't be placed. */
  unquoted: (Refused & { line_id: string })[];
}

const hasWait = ({ workspace, stores }: GuardSettings): boolean =>
  [workspace, ...stores.values()].some(({ wait }) => wait === 'daily');

/** Judges planned orders together. Returns the stops by order. */
async function judgePlanned(
  tx: Executor,
  scope: WorkplaceScope,
  planned: readonly Planned[],
  settings: GuardSettings,
  now: number,
): Promise<ReadonlyMap<string, GuardStop[]>> {
  if (!planned.some(({ row }) => hasGuards(guardsOf(settings, row.store_id)))) return new Map();
  const ids = planned.map(({ row }) => row.order_id);
  const standing = Map.groupBy(
    (await findPurchasesOfOrders(tx, scope.workplaceId, ids)).flatMap(byOrder),
    (one) => one.order_id,
  );
  const judged = planned.map(({ row, lines, made }): JudgedOrder => {
    const added = made.map((one) => toCostPart(one.row));
    const bought = new Set(made.flatMap((one) => one.lines.map((line) => line.line_id)));
    return {
      order: row,
      lines,
      parts: [...(standing.get(row.order_id) ?? []).filter(isStanding).map(toCostPart), ...added],
      isWhole: isWholeOrder(lines, bought),
      requestedAt: now,
      added,
    };
  });
  const found = await judgeOrders(tx, scope, judged, settings);
  return new Map([...found].map(([one, stops]) => [one.order.order_id, stops]));
}

/** The lines that a guard keeps from being bought: the most serious guard names the reason. */
const refusedBy = ([first]: readonly GuardStop[], made: Planned['made']): (Refused & { line_id: string })[] =>
  first
    ? made.flatMap((one) =>
        one.lines.map((line) => ({ line_id: line.line_id, key: guardKey(first.guard), params: first.params })),
      )
    : [];

function stopEvent(order: OrderRow, [first]: readonly GuardStop[], made: Planned['made']): NewEvent {
  const supplier = connectorLabel(made[0]?.row.supplier ?? '');
  const params = { title: '', country: order.ship_country ?? '', supplier, ...first?.params };
  return {
    orderId: order.order_id,
    kind: 'create_failed',
    params: first ? { ...params, reason: guardKey(first.guard) } : params,
  };
}

async function placeChunk(
  tx: Executor,
  deps: Deps,
  scope: WorkplaceScope,
  wanted: readonly OrderToPlace[],
  connections: readonly BuyConnection[],
  placementId: string,
  pay: boolean,
  by: string | null,
  groups: readonly (readonly string[])[],
): Promise<Omit<PlacementAnswer, 'processId'>> {
  const answer: Omit<PlacementAnswer, 'processId'> = { requested: 0, items: [], failed: new Map() };
  const { workplaceId } = scope;
  const named = wanted.map((one) => one.order_id);
  const moving = await movingOrders(tx, workplaceId, named);
  const ids = named.filter((id) => !moving.has(id));
  const orders = new Map((await lockOrders(tx, workplaceId, ids)).map((order) => [order.order_id, order]));
  const saved = await findLines(tx, workplaceId, ids);
  const preferred = await preferLines(tx, workplaceId, [...orders.values()], saved);
  const lines = Map.groupBy(preferred.lines, (line) => line.order_id);
  const asked = wanted.flatMap((one) => {
    const order = orders.get(one.order_id);
    const away = moving.get(one.order_id);
    if (away !== undefined) {
      answer.failed.set(one.order_id, [{ line_id: null, key: 'STORE_MOVING', params: { name: away } }]);
      return [];
    }
    if (!order) {
      answer.failed.set(one.order_id, [{ line_id: null, key: 'not_found_order_detail' }]);
      return [];
    }
    const own = (lines.get(order.order_id) ?? []).map((line) => getBuyLine(line, one.shipping_methods));
    return [{ one, row: order, order: getBuyOrder(order), lines: own }];
  });
  await addWeights(
    tx,
    workplaceId,
    [...lines.values()].flat(),
    asked.flatMap((one) => one.lines),
    connections,
  );
  await addHolds(tx, workplaceId, asked);
  const together = groups.flatMap((ids) => {
    const own = asked.filter((one) => ids.includes(one.row.order_id));
    return own[0] ? [{ order: own[0].order, lines: own.flatMap((one) => one.lines) }] : [];
  });
  const quotes = await readQuotes(tx, workplaceId, [...asked, ...together], connections);
  const stores = new Map((await listStores(tx, workplaceId, true)).map((store) => [store.store_id, store]));
  const rounds = await findRounds(tx, workplaceId, ids);
  const restoredAt = (await lastRestore(tx))?.restoredAt;
  const dismissed = restoredAt === undefined ? new Set<string>() : await dismissedReferences(tx, workplaceId, ids);
  const factsOf = (order: OrderRow): OrderFacts => {
    const store = stores.get(order.store_id);
    if (!store) throw new Error('store of the order not found');
    const own = lines.get(order.order_id) ?? [];
    return {
      store: { workplaceId, platform: store.platform, domain: store.platform_domain },
      externalLineIds: new Map(own.map((line) => [line.line_id, line.external_line_id])),
      rounds,
      restoredAt,
      dismissed,
    };
  };
  const now = deps.clock.millis();
  const settings = await readGuards(tx, workplaceId);
  const timeZone = hasWait(settings) ? ((await generalSettings(tx, workplaceId))?.time_zone ?? '') : '';
  const rows: NewPurchase[] = [];
  const bought: PurchaseLineRow[] = [];
  const planned: Planned[] = [];
  const stopped: (Refused & { order_id: string; line_id: string })[] = [];
  for (const { one, row, order, lines: own } of asked) {
    const wantedLines = {
      ...(one.line_item_ids ? { wanted: one.line_item_ids } : {}),
      named: Object.keys(one.shipping_methods ?? {}),
    };
    const plan = planOrder(order, own, connections, quotes.of(order), wantedLines);
    const country = order.address.countryCode ?? '';
    const packs = packagesToAskFor(plan);
    const asked = new Set(packs.flatMap((pack) => pack.lines.map((line) => line.line_id)));
    const unquoted = plan.packages.flatMap((pack) => refusedOf(pack, country)).filter((one) => !asked.has(one.line_id));
    const refused = [...plan.refused.filter((one) => one.line_id === null || !asked.has(one.line_id)), ...unquoted];
    if (refused.length > 0) answer.failed.set(order.order_id, refused);
    const request = { not_before: placedAt(guardsOf(settings, row.store_id), now, timeZone) ?? null, requested_by: by };
    const made = packs.map((pack) => purchaseOf(row, pack, placementId, pay, factsOf(row), request));
    const { store_id: storeId, currency, customer_email: email } = row;
    const combine = { order, storeId, currency, email, lineIds: own.map((line) => line.line_id), plan };
    if (made.length > 0) planned.push({ row, lines: lines.get(row.order_id) ?? [], combine, made, unquoted });
  }
  const combined = groups.flatMap((ids) => {
    const group = groupOf(ids, planned, quotes, factsOf);
    if (group) {
      combineInto(group);
      return [group];
    }
    const names = ids.flatMap((id) => orders.get(id)?.name ?? []).join(', ');
    for (const id of ids) {
      answer.failed.set(id, [...(answer.failed.get(id) ?? []), notCombined(names)]);
      const at = planned.findIndex((one) => one.row.order_id === id);
      if (at >= 0) planned.splice(at, 1);
    }
    return [];
  });
  const stops = await judgePlanned(tx, scope, planned, settings, now);
  const guarded: NewStop[] = [];
  const told: NewEvent[] = [];
  const culprits = new Map(
    combined.flatMap(({ members }) => {
      const culprit = members.find((one) => stops.has(one.row.order_id));
      return culprit ? members.map((one) => [one.row.order_id, culprit.row.name] as const) : [];
    }),
  );
  for (const { row, made, unquoted } of planned) {
    const found = stops.get(row.order_id);
    if (found) {
      guarded.push(...found.map((stop) => toStop(row, stop, { pays: pay, requested_by: by })));
      answer.failed.set(row.order_id, [...(answer.failed.get(row.order_id) ?? []), ...refusedBy(found, made)]);
      stopped.push(...refusedBy(found, made).map((one) => ({ ...one, order_id: row.order_id })));
      told.push(stopEvent(row, found, made));
      continue;
    }
    const culprit = culprits.get(row.order_id);
    if (culprit !== undefined) {
      const refused = { line_id: null, key: COMBINED_STOPPED, params: { order: culprit } };
      answer.failed.set(row.order_id, [...(answer.failed.get(row.order_id) ?? []), refused]);
      continue;
    }
    if (pay) stopped.push(...unquoted.map((one) => ({ ...one, order_id: row.order_id })));
    const shared = combined.find(({ members }) => members.some((one) => one.row === row));
    if (!shared) rows.push(...made.map((each) => each.row));
    else if (shared.row.order_id === row.order_id) rows.push(shared.row);
    bought.push(...made.flatMap((each) => each.lines));
    answer.items.push({
      orderId: row.order_id,
      supplierOrders: made.map((each) => ({
        id: each.row.supplier_order_id,
        source: each.row.supplier,
        lineIds: each.lines.map((line) => line.line_id),
      })),
    });
  }
  if (rows.length + guarded.length === 0) return answer;
  await saveStops(tx, workplaceId, guarded);
  await addEvents(tx, workplaceId, told);
  await insertPurchases(tx, workplaceId, rows, bought);
  await patchLines(tx, workplaceId, [
    ...bought.map((line) => ({
      order_id: line.order_id,
      line_id: line.line_id,
      state: 'placing' as const,
      block: null,
      supplier_order_id: line.supplier_order_id,
      source_order_no: null,
      ...(preferred.switched.has(line.line_id)
        ? { match: preferred.switched.get(line.line_id), shipping_method: null }
        : {}),
    })),
    // No partial payment: a line without a price waits for a person, and the rest of the order with it.
    ...stopped.map(({ order_id, line_id, key, params }) => ({
      order_id,
      line_id,
      state: 'blocked' as const,
      block: { key, params: params ?? {} },
    })),
  ]);
  const touched = [...new Set([...guarded.map((row) => row.order_id), ...bought.map((line) => line.order_id)])];
  const purchases = await findPurchasesOfOrders(tx, workplaceId, touched);
  const changed = touched.flatMap((id) => orders.get(id) ?? []);
  await refreshOrders(tx, deps, scope, changed, mergePurchases(purchases));
  if (rows.length > 0) await markOpenWork(tx, scope);
  await deps.queue.sendMany(
    tx,
    placeSupplierOrderJob,
    rows.map((row) => toJob(scope, row)),
  );
  await publish(tx, workplaceId, 'orders', touched.length > 100 ? [] : touched);
  return { ...answer, requested: rows.length };
}

/** Never mixes sandbox and live orders. Returns the task's title and store. */
async function refuseMix(
  deps: Deps,
  scope: WorkplaceScope,
  ids: readonly string[],
): Promise<{ title: string; store_id: string | null }> {
  const orders = await deps.db.read(scope, (ex) => findOrders(ex, scope.workplaceId, ids));
  if (new Set(orders.map((order) => order.mode)).size > 1)
    throw new AppError('BAD_REQUEST', 'SANDBOX_AND_LIVE_MIXED', { params: { name: 'Quayside' } });
  const [first] = orders;
  const { name = '', store_id: store = null } = first ?? {};
  // With several stores it is visible to all members, including those limited to one store, so it names no order.
  if (orders.some((order) => order.store_id !== store)) return { title: '', store_id: null };
  return { title: orders.length > 1 ? `${name} +${orders.length - 1}` : name, store_id: store };
}

/** Orders in chunks, in the order of their ids; a group is never split. */
function chunksOf(wanted: readonly OrderToPlace[], combine: readonly (readonly string[])[]): OrderToPlace[][] {
  const headOf = (id: string): string => combine.find((group) => group.includes(id))?.toSorted()[0] ?? id;
  const units = [...Map.groupBy(wanted, (one) => headOf(one.order_id))].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const chunks: OrderToPlace[][] = [];
  for (const [, unit] of units) {
    const last = chunks.at(-1);
    if (last && last.length + unit.length <= CHUNK) last.push(...unit);
    else chunks.push([...unit]);
  }
  return chunks;
}

/** Throws COMBINE_NOT_POSSIBLE for groups that aren't two or more of the request's orders, each in one group. */
function refuseGroups(wanted: readonly OrderToPlace[], combine: readonly (readonly string[])[]): void {
  const known = new Set(wanted.map((one) => one.order_id));
  const named = combine.flat();
  const wrong = combine.findIndex(
    (group) =>
      new Set(group).size < 2 || group.some((id) => !known.has(id) || named.indexOf(id) !== named.lastIndexOf(id)),
  );
  if (wrong >= 0)
    throw invalidField(`combine.${wrong}`, 'COMBINE_NOT_POSSIBLE', { order: combine[wrong]?.join(', ') ?? '' });
}

/** Removes repeated orders from a request. */
const once = (orders: readonly OrderToPlace[]): OrderToPlace[] => [
  ...new Map(orders.map((order) => [order.order_id, order])).values(),
];

/**
 * Writes the intent to buy and enqueues the jobs: one supplier order per supplier and shipping method, with its own
 * reference. Lines that can't be bought are returned and block only the automatic payment; lines being placed are
 * skipped, so repeating a request buys nothing twice. `by`: the account that asks, which can't approve its own request.
 */
export async function requestPlacement(
  deps: Deps,
  scope: WorkplaceScope,
  orders: readonly OrderToPlace[],
  pay: boolean,
  by: string | null = null,
  combine: readonly (readonly string[])[] = [],
): Promise<PlacementAnswer> {
  const { workplaceId } = scope;
  const wanted = once(orders);
  refuseGroups(wanted, combine);
  const about = await refuseMix(
    deps,
    scope,
    wanted.map((one) => one.order_id),
  );
  const process = { process_id: newId(), kind: 'placement' as const, ...about };
  const answer: PlacementAnswer = { processId: null, requested: 0, items: [], failed: new Map() };
  for (const chunk of chunksOf(wanted, combine)) {
    const ids = new Set(chunk.map((one) => one.order_id));
    const groups = combine.filter((group) => group.some((id) => ids.has(id)));
    const done = await deps.db.tenant(scope, async (tx) => {
      await refuseWhileHandedOver(tx, scope);
      const connections = await readConnections(tx, workplaceId);
      const part = await placeChunk(tx, deps, scope, chunk, connections, process.process_id, pay, by, groups);
      if (part.requested === 0) return part;
      await growProcess(tx, scope.workplaceId, process, part.requested);
      await markStep(tx, scope.accountId, workplaceId, 'PLACE_ORDER');
      return part;
    });
    answer.requested += done.requested;
    answer.items.push(...done.items);
    for (const [id, refused] of done.failed) answer.failed.set(id, refused);
  }
  if (answer.requested > 0) answer.processId = process.process_id;
  return answer;
}
