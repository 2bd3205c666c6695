import type { ChannelOrder } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { connectorLabel } from '../../../installed/index.ts';
import { createAccount, noteFlag, readFlag } from '../../accounts/index.ts';
import { type Connection, listConnections, listStores, type Store, withStore } from '../../connections/index.ts';
import { insertPastShipments, type PastShipment } from '../../fulfilment/index.ts';
import { type Notice, notify } from '../../notifications/index.ts';
import {
  addEvents,
  effectiveAddress,
  findOrders,
  findOrdersOfStore,
  keepOrder,
  type LinePatch,
  type LineRow,
  linesOf,
  lockOrders,
  type NewEvent,
  type OrderRow,
  type Purchase,
  patchLines,
  refreshOrders,
  wantCosts,
} from '../../orders/index.ts';
import { matchVariants } from '../../products/index.ts';
import {
  insertPastPurchases,
  type PastPurchase,
  type PurchaseLineRow,
  pastPayments,
  pastPurchaseOfTwo,
  paymentReferenceOf,
  referenceFor,
} from '../../purchasing/index.ts';
import { addMember, membersOf } from '../../team/index.ts';
import { keepPastMoves, type PastMove } from '../../wallet/index.ts';
import {
  ensureInstallation,
  goesTo,
  type KeptPastOrder,
  keepPastOrders,
  readShelves,
  refuseLine,
  WarehouseRefusal,
} from '../../warehouse/index.ts';
import { DEMO } from '../demo-account.ts';
import {
  type DemoShop,
  externalIds,
  type KeptOrder,
  keepInShop,
  keepPaidCheckouts,
  readShelf,
  SHOPS,
} from './counterparts.ts';
import { BUYER, SHOPPERS } from './people.ts';
import { HISTORY_DAYS, type PlannedOrder, planHistory, type Ware } from './plan.ts';
import { randomOf } from './random.ts';
import { topupsFor } from './wallet.ts';

/** Orders written in one transaction. */
const CHUNK = 20;
const SERVICE = 'Quayside Standard';
const DAY = 24 * 3_600_000;

/** The posting of the money that the wallet begins with. */
export const DEMO_BONUS = 'bonus:demo';

/** Noted with its last transaction. */
export const HISTORY_MADE = 'demo:history-made';

/** When the history was begun; kept, so that an interrupted run continues with the same plan. */
const BEGUN = 'demo:history';

export interface Making {
  deps: Deps;
  scope: WorkplaceScope;
  sandboxUrl: string;
  /** The key by which our own warehouse knows this installation. */
  warehouseKey: string;
  /** USD cents that the wallet begins with. */
  bonus: number;
}

/** A store of the account and the shop it is. */
interface Shelf {
  shop: DemoShop;
  store: Store;
}

/** An order of the plan and what its store made of it. */
interface Sold {
  plan: PlannedOrder;
  shelf: Shelf;
  kept: KeptOrder;
  /** As the store tells it today. */
  told: ChannelOrder;
}

/** An order with those of its lines that wait to be bought. */
interface Waiting {
  order: OrderRow;
  lines: LineRow[];
  sold: Sold;
}

/** Who did it, as the timeline names them. */
interface Names {
  owner: string;
  buyer: string;
}

/** What was bought for an order, and its money. */
interface Bought {
  order: OrderRow;
  lines: LineRow[];
  sold: Sold;
  row: PastPurchase;
  remote: KeptPastOrder;
}

/** Nothing follows from what happened long ago. */
const quiet = (deps: Deps): Deps => ({
  ...deps,
  queue: { send: async () => undefined, sendMany: async () => undefined },
});

async function waresOf({ deps, sandboxUrl, scope }: Making, { shop, store }: Shelf): Promise<Ware[]> {
  const things = await readShelf(sandboxUrl, shop);
  const matches = await deps.db.read(scope, (ex) =>
    matchVariants(
      ex,
      scope.workplaceId,
      store.store_id,
      things.map((thing) => ({ ...externalIds(shop.platform, thing), sku: null })),
    ),
  );
  const sources = matches.flatMap((match) => (match?.source === 'quayside' ? [match.sourceVariantId] : []));
  const shelves = new Map(
    (await deps.db.global((tx) => readShelves(tx, 'sandbox', sources))).map((row) => [row.variant_id, row]),
  );
  const countries = [...new Set(SHOPPERS.map((one) => one.countryCode))];
  return things.flatMap((thing, index) => {
    const sourceVariantId = matches[index]?.sourceVariantId;
    const row = sourceVariantId === undefined ? undefined : shelves.get(sourceVariantId);
    // Pieces return to the shelf after each chunk.
    if (!row || sourceVariantId === undefined || row.stock < 2 * CHUNK) return [];
    const goes = countries.filter((country) => goesTo({ shipCountries: row.ship_countries }, country));
    return [{ ...thing, sourceVariantId, countries: goes }];
  });
}

async function readOrders(
  { deps, scope }: Making,
  { store }: Shelf,
  since: string,
): Promise<ReadonlyMap<string, ChannelOrder>> {
  const found = new Map<string, ChannelOrder>();
  await withStore(deps, scope, store.store_id, async ({ connector, ctx }) => {
    let cursor: string | undefined;
    do {
      const page = await connector.listOrders(ctx, { updatedAfter: since, ...(cursor ? { cursor } : {}) });
      for (const order of page.items) found.set(order.externalOrderId, order);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  });
  return found;
}

/** The order as it was before anything happened to it. */
function asNew(told: ChannelOrder): ChannelOrder {
  const { cancelledAt: _cancelled, ...rest } = told;
  return {
    ...rest,
    updatedAt: told.createdAt,
    fulfillmentStatus: 'unfulfilled',
    financialStatus: told.financialStatus === 'partially_refunded' ? 'paid' : told.financialStatus,
    lines: told.lines.map((line) => ({ ...line, fulfillableQuantity: line.quantity, refundedQuantity: 0 })),
  };
}

const soon = (iso: string): string => new Date(Date.parse(iso) + 20_000).toISOString();

/** Which of these orders are here. */
async function ordersOf(
  ex: Executor,
  { workplaceId }: WorkplaceScope,
  chunk: readonly Sold[],
): Promise<Map<Sold, OrderRow>> {
  const found = new Map<Sold, OrderRow>();
  for (const [storeId, sold] of Map.groupBy(chunk, (one) => one.shelf.store.store_id)) {
    const ids = sold.map((one) => one.kept.orderId);
    const rows = await findOrdersOfStore(ex, workplaceId, storeId, ids);
    for (const one of sold) {
      const row = rows.find((order) => order.external_order_id === one.kept.orderId);
      if (row) found.set(one, row);
    }
  }
  return found;
}

/** Takes in the orders of a chunk that are not here yet, as they were when they came. */
async function takeIn(making: Making, chunk: readonly Sold[]): Promise<void> {
  const { deps, scope } = making;
  await deps.db.tenant(scope, async (tx) => {
    const known = await ordersOf(tx, scope, chunk);
    for (const one of chunk) if (!known.has(one)) await takeOne(tx, making, one);
  });
}

/** What was never bought is read once, as it ended. */
function takeOne(tx: Executor, making: Making, { plan, shelf, told }: Sold): Promise<string | undefined> {
  const order = plan.placedAt ? asNew(told) : told;
  const at = soon(order.createdAt);
  return keepReading(tx, making, shelf, { order, readAt: plan.placedAt ? at : soon(order.updatedAt), at });
}

function keepReading(
  tx: Executor,
  { deps, scope }: Making,
  { store }: Shelf,
  reading: { order: ChannelOrder; readAt: string; at: string },
): Promise<string | undefined> {
  const ports = { match: matchVariants, onNewOrder: async () => undefined };
  return keepOrder(tx, quiet(deps), ports, scope, { storeId: store.store_id, mode: store.mode }, reading);
}

/** Buys the chunk's orders at our warehouse, as of the times planned. */
async function buy(making: Making, connection: Connection, found: readonly Waiting[]): Promise<Bought[]> {
  const { deps, scope, warehouseKey } = making;
  const customer = await ensureInstallation(deps.db, {
    name: 'This installation',
    mode: 'sandbox',
    role: 'client',
    key: warehouseKey,
  });
  const wanted = found.flatMap((one) => {
    const { placedAt } = one.sold.plan;
    return placedAt && one.lines.length > 0 ? [{ ...one, placedAt }] : [];
  });
  const past = wanted.map(({ lines: own, order, placedAt, sold: { plan, shelf } }) => {
    const reference = referenceFor({
      workplaceId: scope.workplaceId,
      platform: shelf.store.platform,
      domain: shelf.store.platform_domain,
      externalOrderId: order.external_order_id,
      externalLineIds: own.map((line) => line.external_line_id),
      round: 0,
    });
    const address = effectiveAddress(order.address, null);
    return {
      order: {
        reference,
        account: connection.connection_id,
        orderName: order.name,
        address,
        shippingService: SERVICE,
        lines: own.map((line) => ({
          ref: line.line_id,
          variantId: line.source_variant_id ?? '',
          quantity: line.quantity,
        })),
      },
      at: placedAt,
      ...(plan.paidAt ? { paid: { at: plan.paidAt, reference: paymentReferenceOf(reference, 1) } } : {}),
      ...(plan.packedAt ? { packedAt: plan.packedAt } : {}),
      ...(plan.parcel
        ? {
            parcel: {
              parcelId: plan.parcel.id,
              carrier: plan.parcel.carrier,
              trackingNumber: plan.parcel.number,
              state: plan.parcel.state,
              shippedAt: plan.parcel.leftAt,
              events: plan.parcel.events,
            },
          }
        : {}),
    };
  });
  const kept = await keepPastOrders(deps.db, customer, past);
  return wanted.flatMap(({ lines: own, order, placedAt, sold: one }, index) => {
    const remote = kept[index];
    const asked = past[index]?.order;
    if (!remote || !asked || remote instanceof WarehouseRefusal) {
      deps.log.warn({ order: order.name, reason: String(remote) }, 'a past order could not be bought');
      return [];
    }
    const { parcel, paidAt } = one.plan;
    const state =
      parcel?.state === 'delivered'
        ? 'delivered'
        : parcel
          ? 'shipped'
          : one.plan.packedAt
            ? 'processing'
            : paidAt
              ? 'paid'
              : 'created';
    const row: PastPurchase = {
      supplier_order_id: newId(),
      order_id: order.order_id,
      connection_id: connection.connection_id,
      supplier: connection.supplier,
      mode: order.mode,
      reference: asked.reference,
      payer: connection.payer,
      source_order_no: remote.orderId,
      order_number: `QW-${remote.number}`,
      shipping_method: SERVICE,
      address: asked.address,
      currency: 'USD',
      items_cost: remote.itemsCost,
      shipping_cost: remote.shippingCost,
      total_cost: remote.itemsCost + remote.shippingCost,
      placement_id: newId(),
      payment_reference: paidAt ? paymentReferenceOf(asked.reference, 1) : null,
      payment_id: remote.paymentId,
      remote_state: state,
      placed_at: placedAt,
      paid_at: paidAt ?? null,
      shipped_at: parcel?.leftAt ?? null,
    };
    return [{ order, lines: own, sold: one, row, remote }];
  });
}

const shipmentOf = ({ lines, order, row, sold: { kept, plan } }: Bought): PastShipment[] => {
  const { parcel } = plan;
  if (!parcel) return [];
  return [
    {
      shipment_id: newId(),
      order_id: order.order_id,
      store_id: order.store_id,
      supplier_order_id: row.supplier_order_id,
      source: row.supplier,
      source_order_no: row.order_number,
      remote_parcel_id: parcel.id,
      carrier: parcel.carrier,
      tracking_number: parcel.number,
      state: parcel.state,
      shipped_at: parcel.leftAt,
      delivered_at: parcel.state === 'delivered' ? (parcel.events.at(-1)?.at ?? null) : null,
      external_fulfillment_id: kept.fulfillmentIds[0] ?? null,
      lines: lines.map((line) => ({ line_id: line.line_id, quantity: line.quantity })),
      events: parcel.events,
    },
  ];
};

/** Moves the lines of what was bought to where they are, one allowed step after the other. */
async function moveLines(tx: Executor, workplaceId: string, bought: readonly Bought[]): Promise<void> {
  const step = (
    state: LineRow['state'],
    of: readonly Bought[],
    more: (one: Bought) => Partial<LinePatch> = () => ({}),
  ) =>
    patchLines(
      tx,
      workplaceId,
      of.flatMap((one) =>
        one.lines.map((line) => ({ order_id: line.order_id, line_id: line.line_id, state, ...more(one) })),
      ),
    );
  await step('placing', bought, ({ row }) => ({ supplier_order_id: row.supplier_order_id }));
  await step('placed', bought, ({ row }) => ({ source_order_no: row.order_number }));
  const left = bought.filter(({ sold }) => sold.plan.parcel);
  await step('shipped', left);
  await step(
    'delivered',
    left.filter(({ sold }) => sold.plan.parcel?.state === 'delivered'),
  );
}

function eventsOf({ lines, order, row, sold: { plan } }: Bought, names: Names): NewEvent[] {
  const supplier = connectorLabel(row.supplier);
  const number = row.order_number ?? '';
  const of = { orderId: order.order_id };
  const { parcel } = plan;
  const parcelParams = { carrier: parcel?.carrier ?? '', number: parcel?.number ?? '', pieces: lines.length };
  const actor = plan.byBuyer ? names.buyer : names.owner;
  const amount = `${((row.total_cost ?? 0) / 100).toFixed(2)} USD`;
  const events: NewEvent[] = [
    { ...of, kind: 'created_to_supplier', params: { supplier, number }, actor, at: plan.placedAt ?? plan.at },
  ];
  if (plan.paidAt) events.push({ ...of, kind: 'ordered', params: { supplier, number, amount }, at: plan.paidAt });
  if (parcel) events.push({ ...of, kind: 'shipped', params: parcelParams, at: parcel.leftAt });
  const last = parcel?.events.at(-1);
  if (last?.state === 'delivered') events.push({ ...of, kind: 'delivered', params: parcelParams, at: last.at });
  return events;
}

/** The orders of a chunk that are here, with those of their lines that wait. */
async function readChunk({ deps, scope }: Making, chunk: readonly Sold[]): Promise<Waiting[]> {
  return deps.db.read(scope, async (ex) => {
    const known = await ordersOf(ex, scope, chunk);
    const ids = [...known.values()].map((order) => order.order_id);
    const lines = Map.groupBy(await linesOf(ex, scope.workplaceId, ids), (line) => line.order_id);
    return [...known].map(([sold, order]) => ({
      sold,
      order,
      lines: (lines.get(order.order_id) ?? []).filter((line) => line.state === 'ready'),
    }));
  });
}

/** What suppliers, carriers and the store did with what was bought. */
async function record(tx: Executor, making: Making, bought: readonly Bought[], names: Names): Promise<void> {
  const { deps, scope } = making;
  const { workplaceId } = scope;
  const ids = bought.map((one) => one.order.order_id);
  await lockOrders(tx, workplaceId, ids);
  const purchaseLines = bought.flatMap(({ lines, row }): PurchaseLineRow[] =>
    lines.map((line) => ({
      supplier_order_id: row.supplier_order_id,
      line_id: line.line_id,
      order_id: line.order_id,
      source_product_id: line.source_product_id ?? '',
      source_variant_id: line.source_variant_id ?? '',
      sku: line.source_sku ?? '',
      quantity: line.quantity,
      unit_cost: line.unit_cost,
    })),
  );
  await insertPastPurchases(
    tx,
    workplaceId,
    bought.map((one) => one.row),
    purchaseLines,
  );
  await moveLines(tx, workplaceId, bought);
  await insertPastShipments(tx, workplaceId, bought.flatMap(shipmentOf));
  await addEvents(
    tx,
    workplaceId,
    bought.flatMap((one) => eventsOf(one, names)),
  );
  for (const { sold } of bought) {
    const readAt = soon(sold.told.updatedAt);
    await keepReading(tx, making, sold.shelf, { order: sold.told, readAt, at: readAt });
  }
  const purchases = bought.map(({ row }) => ({
    order_id: row.order_id,
    state: 'placed',
    pay_state: row.paid_at ? 'paid' : 'unpaid',
    items: row.items_cost,
    shipping: row.shipping_cost,
    total: row.total_cost,
    currency: row.currency,
  }));
  await refreshOrders(tx, quiet(deps), scope, await lockOrders(tx, workplaceId, ids), purchases as Purchase[]);
  await notify(tx, workplaceId, bought.flatMap(troubleOf));
}

function troubleOf({ order, sold }: Bought): Notice[] {
  const { parcel } = sold.plan;
  const event = parcel?.events.find(({ state }) => state === 'exception' || state === 'delivery_failure');
  if (!parcel || !event) return [];
  const { carrier, id, number } = parcel;
  const subject = { id, name: number };
  return [{ kind: 'parcel_trouble', orderId: order.order_id, subject, params: { carrier, number }, at: event.at }];
}

async function keepChunk(making: Making, connection: Connection, chunk: readonly Sold[], names: Names): Promise<void> {
  const { deps, scope } = making;
  await takeIn(making, chunk);
  const found = await readChunk(making, chunk);
  const bought = await buy(making, connection, found);
  await deps.db.tenant(scope, async (tx) => {
    if (bought.length > 0) await record(tx, making, bought, names);
    const open = found.filter(({ order, sold }) => !sold.plan.placedAt && !order.cancelled_at && !order.archived_at);
    await wantCosts(
      tx,
      deps,
      scope,
      open.map(({ order }) => order.order_id),
    );
  });
}

/** Books the payments of what was bought, with the top-ups that paid for it. */
async function keepMoney(making: Making, since: string, seed: string): Promise<void> {
  const { bonus, deps, sandboxUrl, scope } = making;
  const { accountId, workplaceId } = scope;
  const paid = await deps.db.read(scope, (ex) => pastPayments(ex, workplaceId));
  const orders = await deps.db.read(scope, (ex) =>
    findOrders(
      ex,
      workplaceId,
      paid.map((one) => one.order_id),
    ),
  );
  const names = new Map(orders.map((order) => [order.order_id, order.name]));
  const payments = paid.map((one) => ({
    kind: 'payment' as const,
    at: one.paid_at,
    key: one.payment_reference,
    amount: one.total_cost,
    supplier: one.supplier,
    reference: {
      order: names.get(one.order_id) ?? '',
      supplier: one.supplier,
      supplier_order_id: one.supplier_order_id,
      order_no: one.order_number,
    },
  }));
  const topups = topupsFor(payments, bonus, randomOf(`${seed} wallet`));
  const references = await keepPaidCheckouts(
    sandboxUrl,
    seed,
    `${deps.config.ownUrl}/app/setting/wallet`,
    topups.map(({ amount, at, id }) => ({ reference: id, amount, at })),
  );
  const moves: PastMove[] = [
    { kind: 'bonus', at: since, key: DEMO_BONUS, amount: bonus },
    ...topups.map(({ amount, at, id }, index) => ({
      kind: 'topup' as const,
      at,
      topupId: id,
      provider: 'stripe',
      providerRef: references[index] ?? '',
      amount,
    })),
    ...payments,
  ];
  await deps.db.tenant(scope, async (tx) => {
    await noteFlag(tx, accountId, HISTORY_MADE, { at: deps.clock.now() });
    await keepPastMoves(tx, { accountId, workplaceId, mode: 'sandbox' }, moves);
    await notify(
      tx,
      workplaceId,
      topups.map(({ amount, at, id }) => ({
        kind: 'topped_up' as const,
        isSandbox: true,
        params: { amount: `${(amount / 100).toFixed(2)} USD` },
        once: id,
        at,
      })),
    );
  });
}

/** The member who buys at the suppliers; their password is not known. */
async function addBuyer({ deps, scope }: Making): Promise<void> {
  const known = await deps.db.read(scope, (ex) => membersOf(ex, scope.workplaceId));
  if (known > 1) return;
  const { accountId } = await createAccount(deps, {
    ...BUYER,
    email: `${BUYER.email.replace('@', `+${scope.workplaceId.slice(-12)}@`)}`,
    language: 'en',
    timeZone: '',
    emailVerified: true,
  });
  await addMember(deps, scope, { accountId, role: 'buyer' });
}

/**
 * Gives the demo account its last 90 days: the same orders in its stores, at its supplier, at the payment provider and here. An
 * interrupted run continues where it stopped.
 */
export async function makeHistory(making: Making): Promise<void> {
  const { deps, sandboxUrl, scope } = making;
  const { accountId, workplaceId } = scope;
  if (await deps.db.read(scope, (ex) => readFlag(ex, accountId, HISTORY_MADE))) return;
  const begun = await deps.db.tenant(scope, (tx) => noteFlag(tx, accountId, BEGUN, { at: deps.clock.now() }));
  const stores = (await deps.db.read(scope, (ex) => listStores(ex, workplaceId, false))).filter(
    (store) => store.status === 'active',
  );
  const shelves = SHOPS.map((shop) => {
    const store = stores.find((one) => one.platform === shop.platform);
    if (!store) throw new Error(`the demo account has no store on ${shop.platform}`);
    return { shop, store };
  });
  const connections = await deps.db.read(scope, (ex) => listConnections(ex, workplaceId));
  const connection = connections.find((one) => one.supplier === 'quayside' && one.mode === 'sandbox');
  if (!connection) throw new Error('the demo account is not connected to the warehouse');
  const wares = await Promise.all(shelves.map((shelf) => waresOf(making, shelf)));
  const plan = planHistory({ now: Date.parse(begun.at), stores: wares, unpaidIn: 0, seed: workplaceId });
  const since = new Date(Date.parse(begun.at) - (HISTORY_DAYS + 1) * DAY).toISOString();
  const sold: Sold[] = [];
  for (const [index, shelf] of shelves.entries()) {
    const own = plan.filter((one) => one.store === index);
    const kept = await keepInShop(sandboxUrl, shelf.shop, workplaceId, own);
    const told = await readOrders(making, shelf, since);
    for (const [at, one] of own.entries()) {
      const order = told.get(kept[at]?.orderId ?? '');
      const made = kept[at];
      if (order && made) sold.push({ plan: one, shelf, kept: made, told: order });
    }
  }
  await addBuyer(making);
  const names = { owner: `${DEMO.firstName} ${DEMO.lastName}`, buyer: `${BUYER.firstName} ${BUYER.lastName}` };
  const inTime = sold.toSorted((a, b) => (a.plan.at < b.plan.at ? -1 : 1));
  for (let at = 0; at < inTime.length; at += CHUNK)
    await keepChunk(making, connection, inTime.slice(at, at + CHUNK), names);
  await keepMoney(making, since, workplaceId);
  await refuseOne(making);
}

/** The warehouse refuses an item today: the only state that needs its answer, with the money that comes back. */
async function refuseOne({ deps, scope }: Making): Promise<void> {
  const number = await deps.db.read(scope, (ex) => pastPurchaseOfTwo(ex, scope.workplaceId));
  if (!number) return;
  const reason = 'Damaged in the warehouse';
  await refuseLine(deps, { modes: ['sandbox'] }, { orderId: number, lineNo: 2, reason });
}
