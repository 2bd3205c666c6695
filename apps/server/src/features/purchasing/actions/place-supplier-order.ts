import type { SupplierCustoms, SupplierOrder, SupplierOrderInput } from '@quayside/connector-kit';
import { type Again, isAgain } from '../../../db/effect-row.ts';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { ClaimedWork, Effect, LookupResult, RunningEffect, Work } from '../../../jobs/effect/effect.ts';
import { MOST_PAUSES, type Patience } from '../../../jobs/effect/pauses.ts';
import { runEffect } from '../../../jobs/effect/runner.ts';
import { lastRestore } from '../../../sending/index.ts';
import { type Connection, findConnections, type OpenSupplier, withSupplier } from '../../connections/index.ts';
import { heldVariants } from '../../mapping/index.ts';
import {
  CHANGEABLE,
  findCustoms,
  findLines,
  findOrders,
  isFlagged,
  type LineRow,
  MAPPING_HELD,
  type OrderRow,
  sharePrices,
  soldLineId,
  toBuy,
  toCustoms,
} from '../../orders/index.ts';
import { variantWeights } from '../../products/index.ts';
import { checkRestoredJob, PLACE_JOB } from '../jobs/purchasing.ts';
import { isChecked, lostOrders } from '../lost-repo.ts';
import { type Claim, chosenService, PLACING, type PlaceStop, placingParts, SERVICE_NOTE } from '../place-repo.ts';
import { listPlacementSettings } from '../placement-setting-repo.ts';
import { linesOfPurchases } from '../repo.ts';
import { NO_SETTING, needsWeight, type Parcel, type PlacementSetting } from '../rules/choose-method.ts';
import { type LostMatch, matchLost } from '../rules/lost-order.ts';
import { parcelOf } from '../rules/plan-order.ts';
import { orderIdsOf, type PurchaseLineRow } from '../tables.ts';
import { judgeClaims, judgeSuspect } from './judge-orders.ts';
import type { Progress } from './progress.ts';
import { chooseService } from './quote.ts';
import { type Attempt, recordPlacing } from './record-placing.ts';
import type { StoreGate } from './store-gate.ts';

export interface PlaceTools {
  deps: Deps;
  patience: Patience;
  progress: Progress;
}

/** Dependencies of placing and paying. */
export interface BuyTools extends PlaceTools {
  storeGate: StoreGate;
}

/** Final outcome of placing. */
type Placed = { kind: 'placed'; remote: SupplierOrder } | (PlaceStop & { atFault?: readonly string[] | undefined });

interface PlaceBar {
  key: string;
  order: OrderRow;
}

interface Placing extends Work<Claim, Placed> {
  /** The first of `orders`. */
  order: OrderRow;
  /** All orders that it is for. */
  orders: OrderRow[];
  /** As of the claim. */
  connection: Connection | undefined;
  lines: PurchaseLineRow[];
  /** Why it must not be sent (again); lookups are allowed. */
  bar: PlaceBar | undefined;
  customs: SupplierCustoms | undefined;
  /** Input of the choice of a shipping method. */
  method: { setting: PlacementSetting; parcel: Parcel };
}

/** Another part of the bundle can't be bought, so that this one isn't either. */
const BUNDLE_PART_FAILED = 'BUNDLE_PART_FAILED';

/** A waiting order is checked this often, so that one canceled meanwhile is withdrawn. */
const MOST_WAIT_MS = 15 * 60_000;

/** Delay while a job compares the supplier's orders with ours. */
const COMPARED_MS = 5_000;

/** Claimed supplier orders with their orders and supplier connections. */
export async function withOrders<C extends Claim>(
  tx: Executor,
  workplaceId: string,
  taken: readonly ClaimedWork<C>[],
): Promise<(ClaimedWork<C> & { order: OrderRow; orders: OrderRow[]; connection: Connection | undefined })[]> {
  const orderIds = new Set(taken.flatMap(({ claim }) => orderIdsOf(claim)));
  const connectionIds = new Set(taken.map(({ claim }) => claim.connection_id));
  const orders = new Map((await findOrders(tx, workplaceId, [...orderIds])).map((order) => [order.order_id, order]));
  const connections = await findConnections(tx, workplaceId, [...connectionIds]);
  return taken.map((one) => {
    const own = orderIdsOf(one.claim).flatMap((id) => orders.get(id) ?? []);
    const [order] = own;
    if (!order || own.length <= one.claim.other_order_ids.length)
      throw new Error('order of the supplier order not found');
    const connection = connections.find((row) => row.connection_id === one.claim.connection_id);
    return { ...one, order, orders: own, connection };
  });
}

/** Destination store and source connection of a supplier order. */
export const goesTo = ({ connection_id: connectionId, store_id: storeId }: Claim) => ({ connectionId, storeId });

/** Loads the input of placing, and checks whether the rows still need it. */
async function takeUp(
  tx: Executor,
  deps: Deps,
  here: WorkplaceScope,
  taken: readonly ClaimedWork<Claim>[],
): Promise<Placing[]> {
  const { workplaceId } = here;
  const claims = taken.map((one) => one.claim);
  const orderIds = [...new Set(claims.flatMap(orderIdsOf))];
  const bought = await linesOfPurchases(
    tx,
    workplaceId,
    claims.map((claim) => claim.supplier_order_id),
  );
  const linesBy = Map.groupBy(bought, (line) => line.supplier_order_id);
  const orderLines = Map.groupBy(await findLines(tx, workplaceId, orderIds), (line) => line.order_id);
  const stores = [...new Set(claims.map((claim) => claim.store_id))];
  const declared = await findCustoms(tx, workplaceId, stores);
  const methods = await methodsFor(tx, workplaceId, claims, linesBy, orderLines);
  const works = (await withOrders(tx, workplaceId, taken)).map((one) => {
    const { claim, order, orders } = one;
    const lines = linesBy.get(claim.supplier_order_id) ?? [];
    const sold = orders.flatMap((each) => orderLines.get(each.order_id) ?? []);
    const bar = barOf(claim, orders, lines, sold);
    const waitMs = claim.not_before === null ? 0 : Date.parse(claim.not_before) - deps.clock.millis();
    const customs = toCustoms(declared.get(order.store_id), order, sharePrices(sold), lines);
    return { ...one, lines, sold, bar, customs, waitMs };
  });
  const isFirst = ({ before_attempts: attempts, asks }: Claim): boolean => attempts === 0 && !asks;
  const stops = await judgeClaims(
    tx,
    here,
    works.filter(({ claim, bar, waitMs }) => isFirst(claim) && !bar && waitMs <= 0),
  );
  const heldOf = await findHeld(tx, workplaceId, works);
  return works.map(({ sold: _sold, waitMs, ...one }) => {
    const { claim } = one;
    const { part, stop: held } = heldOf(claim);
    const stop = held ?? stops.get(claim.supplier_order_id);
    const bar = one.bar ?? (stop ? undefined : part);
    return {
      ...one,
      method: methods(claim),
      stop: !isFirst(claim)
        ? undefined
        : bar
          ? cancelled(bar, claim)
          : waitMs > 0
            ? { kind: 'requested', afterMs: Math.min(waitMs, MOST_WAIT_MS), busy: true, before: claim }
            : stop && { kind: 'failed', ...stop },
    };
  });
}

interface Held {
  stop?: Omit<PlaceStop, 'kind'> & { atFault: readonly string[] };
  /** Another part of a bundle waits, which is bought in another supplier order. */
  part?: PlaceBar | undefined;
}

/** Why supplier orders must wait: a variant was found missing after they were requested. */
async function findHeld(
  tx: Executor,
  workplaceId: string,
  works: readonly (Pick<Placing, 'claim' | 'lines' | 'orders'> & { sold: readonly LineRow[] })[],
): Promise<(claim: Claim) => Held> {
  const nameOf = ({ mode, supplier }: Claim, line: PurchaseLineRow) => ({ ...line, source: supplier, mode });
  const all = works.map(({ claim, lines, orders, sold }) => ({
    claim,
    orders,
    own: lines.map((line) => ({ line, name: nameOf(claim, line) })),
    parts: lines.flatMap((line) =>
      partsBeside(sold, line.line_id).flatMap(({ source, source_product_id, source_variant_id, state }) =>
        source && source_product_id && source_variant_id && state === 'placing'
          ? [{ line, name: { source, mode: claim.mode, source_product_id, source_variant_id } }]
          : [],
      ),
    ),
  }));
  const names = all.flatMap(({ own, parts }) => [...own, ...parts].map(({ name }) => name));
  const isHeld = await heldVariants(tx, workplaceId, names);
  const found = new Map(
    all.map(({ claim, orders, own, parts }): [string, Held] => {
      const held = own.filter(({ name }) => isHeld(name)).map(({ line }) => line);
      const [first] = held;
      const part = parts.find(({ name }) => isHeld(name));
      if (!first)
        return [
          claim.supplier_order_id,
          part ? { part: { key: BUNDLE_PART_FAILED, order: ownerOf(orders, part.line) } } : {},
        ];
      const atFault = held.map((line) => line.line_id);
      const stop = { key: MAPPING_HELD, params: {}, atFault, ...culpritOf(claim, ownerOf(orders, first)) };
      return [claim.supplier_order_id, { stop }];
    }),
  );
  return (claim) => found.get(claim.supplier_order_id) ?? {};
}

/** Reads the settings for supplier orders without a shipping method, and weights where a rule needs them. */
async function methodsFor(
  tx: Executor,
  workplaceId: string,
  claims: readonly Claim[],
  linesBy: ReadonlyMap<string, readonly PurchaseLineRow[]>,
  orderLines: ReadonlyMap<string, readonly LineRow[]>,
): Promise<(claim: Claim) => Placing['method']> {
  const open = claims.filter((claim) => claim.shipping_method === null);
  const rows = open.length === 0 ? [] : await listPlacementSettings(tx, workplaceId);
  const settingOf = (claim: Claim) => rows.find((row) => row.supplier === claim.supplier) ?? NO_SETTING;
  const heavy = open.filter((claim) => needsWeight(settingOf(claim)));
  const variantOf = (line: PurchaseLineRow) =>
    orderLines.get(line.order_id)?.find((one) => one.line_id === line.line_id)?.variant_id ?? '';
  const variants = heavy
    .flatMap((claim) => linesBy.get(claim.supplier_order_id) ?? [])
    .map(variantOf)
    .filter(Boolean);
  const weights = variants.length === 0 ? new Map<string, number>() : await variantWeights(tx, workplaceId, variants);
  return (claim) => {
    const lines = (linesBy.get(claim.supplier_order_id) ?? []).map((line) => ({
      pieces: line.quantity,
      unit_cost: line.unit_cost,
      cost_currency: claim.currency,
      unit_grams: weights.get(variantOf(line)),
    }));
    return { setting: settingOf(claim), parcel: parcelOf(lines, claim.address.countryCode ?? '') };
  };
}

/** The order that stopped a supplier order, where it is for several. */
const culpritOf = (claim: Claim, order: OrderRow): Pick<PlaceStop, 'culprit'> =>
  claim.other_order_ids.length === 0 ? {} : { culprit: { orderId: order.order_id, name: order.name } };

const cancelled = ({ key, order }: PlaceBar, claim: Claim): Placed => ({
  kind: 'cancelled',
  key,
  params: {},
  ...culpritOf(claim, order),
});

/** Why a supplier order must not be sent: the store changed what it is for. */
function barOf(
  claim: Claim,
  orders: readonly OrderRow[],
  lines: readonly PurchaseLineRow[],
  orderLines: readonly LineRow[],
): PlaceBar | undefined {
  for (const order of orders) {
    if (order.cancelled_at) return { key: 'ORDER_CANCELLED', order };
    if (order.mode !== claim.mode) return { key: 'SANDBOX_AND_LIVE_MIXED', order };
  }
  for (const bought of lines) {
    const line = orderLines.find((one) => one.line_id === bought.line_id);
    if (line?.state !== 'placing' || toBuy(line) * bought.pieces_per_unit !== bought.quantity || isFlagged(line))
      return { key: 'ORDER_CHANGED_BEFORE_PLACING', order: ownerOf(orders, bought) };
    // What another supplier order came to meanwhile: no part is bought for a unit that can't be completed.
    if (partsBeside(orderLines, bought.line_id).some((part) => CHANGEABLE.includes(part.state) && toBuy(part) > 0))
      return { key: BUNDLE_PART_FAILED, order: ownerOf(orders, bought) };
  }
  return undefined;
}

/** The other parts of a line's bundle. */
const partsBeside = (lines: readonly LineRow[], lineId: string): LineRow[] => {
  const line = lines.find((one) => one.line_id === lineId);
  return line ? lines.filter((one) => one !== line && soldLineId(one) === soldLineId(line)) : [];
};

const ownerOf = (orders: readonly OrderRow[], { order_id: id }: PurchaseLineRow): OrderRow => {
  const order = orders.find((one) => one.order_id === id);
  if (!order) throw new Error('order of the supplier order line not found');
  return order;
};

const inputOf = ({ claim, order, lines, customs }: Placing, shippingMethod: string): SupplierOrderInput => ({
  reference: claim.reference,
  account: claim.connection_id,
  orderName: order.name,
  address: claim.address,
  shippingMethod,
  ...(customs ? { customs } : {}),
  lines: lines.map((line) => ({
    ref: line.line_id,
    sourceProductId: line.source_product_id,
    sourceVariantId: line.source_variant_id,
    sku: line.sku,
    quantity: line.quantity,
  })),
});

/** Looks the order up at the supplier, by our reference or as one lost in a restore. */
async function ask(
  deps: Deps,
  here: WorkplaceScope,
  work: Placing,
  { connector, ctx }: OpenSupplier,
  again: boolean,
): Promise<LookupResult<void, Placed>> {
  if (!again) return { seen: undefined };
  const { claim } = work;
  if (claim.asks && claim.before_attempts === 0 && !(await isComparedSince(deps, here, claim))) {
    await deps.db.tenant(here, (tx) => deps.queue.send(tx, checkRestoredJob, connectionOf(here, claim)));
    return { end: { kind: 'requested', afterMs: COMPARED_MS, busy: true, before: claim } };
  }
  const found = await connector.findOrder(ctx, claim.reference);
  if (found) return { end: { kind: 'placed', remote: found } };
  const lost = claim.asks ? await findLost(deps, here, work) : undefined;
  if (lost?.kind === 'same') {
    const remote = await connector.getOrder(ctx, lost.order.source_order_no);
    if (remote) return { end: { kind: 'placed', remote } };
  }
  if (lost?.kind === 'doubt') {
    const number = lost.order.order_number ?? lost.order.source_order_no;
    return { end: { kind: 'failed', key: 'MAY_BE_BOUGHT_ALREADY', params: { number } } };
  }
  return { seen: undefined };
}

const connectionOf = ({ accountId, workplaceId }: WorkplaceScope, { connection_id: connectionId }: Claim) => ({
  accountId,
  workplaceId,
  connectionId,
});

/** Whether the supplier's orders were compared since the restore; until then nothing from before it is sent. */
const isComparedSince = (deps: Deps, { accountId, workplaceId }: WorkplaceScope, claim: Claim): Promise<boolean> =>
  deps.db.read({ accountId, workplaceId }, async (ex) => {
    const restore = await lastRestore(ex);
    return !restore || isChecked(ex, workplaceId, claim.connection_id, restore.restoredAt);
  });

/** A supplier order from before the restore that may be this one. */
const findLost = (deps: Deps, here: WorkplaceScope, { claim, lines }: Placing): Promise<LostMatch | undefined> =>
  deps.db.read(here, async (ex) =>
    matchLost(
      lines.map((line) => ({ variant: line.source_variant_id, quantity: line.quantity })),
      await lostOrders(ex, here.workplaceId, claim.connection_id, claim),
    ),
  );

/** Converts an outcome for recording. */
const attemptOf = (end: Placed | Again): Attempt => {
  if (end.kind === 'placed') return { remote: end.remote };
  return 'atFault' in end && end.atFault ? { end, atFault: end.atFault } : { end };
};

/** Places supplier orders exactly once. */
export function createPlacing({ deps, patience, progress, storeGate }: BuyTools): RunningEffect {
  const placing: Effect<Claim, Placed, Placing, OpenSupplier, void, ReturnType<typeof chosenService>> = {
    name: 'placing',
    row: PLACING,
    job: PLACE_JOB,
    goesTo,
    idOf: (claim) => claim.supplier_order_id,
    keyLivesMs: 0,
    unasked: 'unknown',
    fallback: 'error_checkout_products',
    givesUp: { after: MOST_PAUSES, key: 'SUPPLIER_DOES_NOT_ANSWER' },
    // CJ is asked for the items' location first, and the order is sent again after an expired token.
    severalRequests: true,
    claimParts: placingParts,
    noteParts: SERVICE_NOTE,
    claim: (tx, here, taken) => takeUp(tx, deps, here, taken),
    open: (here, { claim, connection }, call) =>
      withSupplier(deps, here, { supplier: claim.supplier, connection }, call),
    ask: (here, work, open, again) => ask(deps, here, work, open, again),
    bar: ({ bar, claim }) => (bar ? cancelled(bar, claim) : undefined),
    async prepare(here, { claim, lines, method }) {
      if (claim.shipping_method !== null) return undefined;
      return chosenService(await chooseService(deps, here, claim, lines, method));
    },
    async gate(here, { claim, orders }) {
      for (const order of orders) {
        const shut = await storeGate.check(here, order);
        if (!shut) continue;
        const culprit = culpritOf(claim, order);
        if ('isSuspect' in shut) {
          const stop = await judgeSuspect(deps.db, here, claim, order);
          if (stop) return { kind: 'failed', ...stop, ...culprit };
        } else if ('waitMs' in shut) return shut;
        else if (shut.isGone) return cancelled({ key: shut.key, order }, claim);
        else return { kind: 'failed', key: shut.key, params: {}, ...culprit };
      }
      return undefined;
    },
    async send(_here, work, { connector, ctx }, { more }) {
      const method = more?.method ?? work.claim.shipping_method;
      if (method === null) throw new Error('supplier order has no shipping method');
      return { kind: 'placed', remote: await connector.createOrder(ctx, inputOf(work, method)) };
    },
    refuse: ({ key, params, lines }) => ({ kind: 'failed', key, params, atFault: lines }),
    async record(tx, here, ended) {
      const told = ended.map(({ work, end }) => ({ ...work, result: attemptOf(end) }));
      await recordPlacing(tx, deps, here, told);
      return ended.map(({ end }) => !isAgain(end));
    },
    after(here, { claim }) {
      for (const id of orderIdsOf(claim)) progress.touch(here, id, { id: claim.placement_id, kind: 'placement' });
    },
  };
  return runEffect(deps, placing, patience);
}
