import {
  type ConnectorContext,
  ConnectorError,
  type Page,
  type SupplierOrder,
  type SupplierOrderInput,
} from '@quayside/connector-kit';
import { toDecimal } from '@quayside/kernel';
import { whoIsAtFault } from './fault-lines.ts';
import { shippingFields } from './map-address.ts';
import { isPaid, maySplit, parseTime, toNewOrder, toOrder } from './map-order.ts';
import { findOrigins, readServiceName } from './origin.ts';
import type { RawOrder } from './raw.ts';
import * as raw from './raw.ts';
import { seenOrders } from './seen-orders.ts';
import { askAccount } from './session.ts';
import { withTracking } from './tracking.ts';

/** Source: CJ API 2.0, Create Order V2. */
const MAX_REFERENCE = 50;

/** CJ reads both its own id and ours (orderNumber) here. Source: CJ API 2.0, Query Order, "Custom order id, CJ order id". */
export async function readDetail(ctx: ConnectorContext, id: string): Promise<RawOrder | undefined> {
  try {
    return await askAccount(
      ctx,
      { method: 'GET', path: '/shopping/order/getOrderDetail', query: { orderId: id }, effect: false },
      raw.detail,
    );
  } catch (err) {
    if (err instanceof ConnectorError && err.kind === 'not-found') return undefined;
    throw err;
  }
}

/** More parts than this one order has never been seen to have. */
const MAX_PARTS = 10;

async function partsOf(ctx: ConnectorContext, whole: RawOrder): Promise<RawOrder[]> {
  const parts: RawOrder[] = [];
  if (!maySplit(whole)) return parts;
  for (let number = 1; number <= MAX_PARTS; number++) {
    const part = await readDetail(ctx, `${whole.orderId}-${number}`);
    if (!part) break;
    parts.push(part);
  }
  return parts;
}

async function complete(ctx: ConnectorContext, whole: RawOrder): Promise<SupplierOrder> {
  const order = toOrder(whole, await partsOf(ctx, whole));
  return order.parcels.length > 0 ? { ...order, parcels: await withTracking(ctx, order.parcels) } : order;
}

/** The id of the order that CJ split a part off from ("…-1"); any other id is its own. */
const wholeIdOf = (id: string): string => /^(\d+)-\d{1,2}$/.exec(id)?.[1] ?? id;

/**
 * The whole order, also where a part of it is named: CJ lists parts beside whole orders and under the same orderNum, and
 * a part told as the order would make its smaller amount look like money that came back.
 */
export async function getOrder(ctx: ConnectorContext, id: string): Promise<SupplierOrder | undefined> {
  const found = await readDetail(ctx, wholeIdOf(id));
  return found && complete(ctx, found);
}

/** Our reference is CJ's orderNumber; what comes back is checked, so that a chance equality of ids finds nothing. */
export async function findOrder(ctx: ConnectorContext, reference: string): Promise<SupplierOrder | undefined> {
  const found = await readDetail(ctx, reference);
  return found?.orderNum === reference ? complete(ctx, found) : undefined;
}

async function originFor(ctx: ConnectorContext, input: SupplierOrderInput, named: string | undefined): Promise<string> {
  const destination = input.address.countryCode ?? '';
  const from = input.shipFrom ?? named ?? (await findOrigins(ctx, input.lines, destination))[0];
  if (from) return from;
  const refusal = new ConnectorError('rejected', 'no single CJ warehouse has all line items in stock', {
    code: 'product_out_of_stock',
  });
  throw (await whoIsAtFault(ctx, input, refusal)) ?? refusal;
}

/**
 * 2: declare with one's own IOSS number. CJ takes ten characters: the digits behind IM. The order's amount is in dollars, so
 * another currency is not declared. Source: CJ API 2.0, Create Order V2.
 */
const customsFields = ({ customs }: SupplierOrderInput): object => ({
  ...(customs?.ioss ? { iossType: 2, iossNumber: customs.ioss.replace(/^IM/, '') } : {}),
  ...(customs?.value?.currency === 'USD' ? { shopAmount: Number(toDecimal(customs.value)) } : {}),
});

const body = async (ctx: ConnectorContext, input: SupplierOrderInput): Promise<object> => {
  const service = readServiceName(input.shippingMethod);
  return {
    ...shippingFields(input.address),
    ...customsFields(input),
    orderNumber: input.reference,
    remark: input.orderName,
    // 3: create only. Paying is a step of its own (see pay.ts), so that it can be asked about by itself.
    payType: 3,
    logisticName: service.logisticName,
    fromCountryCode: await originFor(ctx, input, service.from),
    products: input.lines.map((line) => ({
      vid: line.sourceVariantId,
      quantity: line.quantity,
      storeLineItemId: line.ref,
    })),
  };
};

/**
 * Creates the order, unpaid. CJ keeps orderNumber unique (1603003), so repeating it can never buy twice: a duplicate
 * is answered with the order that is already there.
 */
export async function createOrder(ctx: ConnectorContext, input: SupplierOrderInput): Promise<SupplierOrder> {
  if (input.reference.length > MAX_REFERENCE)
    throw new ConnectorError('rejected', `CJ takes ${MAX_REFERENCE} characters as orderNumber`, {
      code: 'invalid_input',
    });
  try {
    const call = {
      method: 'POST',
      path: '/shopping/order/createOrderV2',
      body: await body(ctx, input),
      effect: true,
    } as const;
    const made = toNewOrder(await askAccount(ctx, call, raw.created), input);
    if (made) return made;
  } catch (err) {
    if (!(err instanceof ConnectorError)) throw err;
    if (err.code !== 'already_exists') throw (await whoIsAtFault(ctx, input, err)) ?? err;
  }
  const order = await findOrder(ctx, input.reference);
  if (!order) throw new ConnectorError('unknown', `CJ has taken ${input.reference} but does not show it yet`);
  return order;
}

/** Only before it is confirmed (CREATED, IN_CART); CJ itself refuses later ones. */
export async function cancelOrder(ctx: ConnectorContext, id: string): Promise<void> {
  const found = await readDetail(ctx, id);
  if (found?.orderStatus === 'CANCELLED') return;
  if (found && isPaid(found))
    throw new ConnectorError('rejected', 'CJ cancels only what is not confirmed or paid yet', { code: 'other' });
  await askAccount(
    ctx,
    { method: 'DELETE', path: '/shopping/order/deleteOrder', query: { orderId: id }, effect: true },
    raw.anything,
  );
}

/** Without `status` CJ lists the cancelled ones only, so each is asked for by name. The paid ones, which move, first. */
const LISTED = ['UNSHIPPED', 'SHIPPED', 'DELIVERED', 'OTHER', 'CANCELLED', 'UNPAID', 'IN_CART', 'CREATED'] as const;
const PAGE_SIZE = 20;
/** CJ does not tell when an order changed, only when it was made; one that is older than this no longer moves. */
const MOVES_FOR_MS = 90 * 24 * 3_600_000;
/** The page after the last: whoever asks for it has kept the last one. */
const END = 'END:1';

type Seen = ReturnType<typeof seenOrders>;

/** The next list that is to be read, by its cursor. */
function after(at: number, seen: Seen): string {
  const next = LISTED.slice(at + 1).find((status) => !seen.mayPassOver(status));
  return next === undefined ? END : `${next}:1`;
}

/**
 * Orders that may have changed since: CJ has neither a filter nor a field for the time of a change, so these are all
 * orders young enough to move, but for those that were told already and look the same. The cursor is "state:page".
 */
export async function listOrders(
  ctx: ConnectorContext,
  input: { updatedAfter: string; cursor?: string },
): Promise<Page<SupplierOrder>> {
  const seen = seenOrders(ctx);
  if (input.cursor === undefined) seen.drop();
  else seen.keep();
  if (input.cursor === END) return { items: [] };
  const [status, pageText] = (input.cursor ?? `${LISTED[0]}:1`).split(':');
  const at = LISTED.indexOf(status as (typeof LISTED)[number]);
  const page = Number(pageText);
  if (at < 0 || !Number.isInteger(page) || page < 1)
    throw new ConnectorError('rejected', `invalid cursor for CJ orders: ${input.cursor}`, { code: 'invalid_input' });
  const query = { pageNum: String(page), pageSize: String(PAGE_SIZE), status: LISTED[at] };
  const found = await askAccount(
    ctx,
    { method: 'GET', path: '/shopping/order/list', query, effect: false },
    raw.orderPage,
  );
  const rows = found.list ?? [];
  const oldest = Date.parse(input.updatedAfter) - MOVES_FOR_MS;
  const young = rows.filter((row) => Date.parse(parseTime(row.createDate) ?? '') >= oldest);
  const items: SupplierOrder[] = [];
  // The list carries neither lines nor parcels; the orders themselves do (and cost no points).
  const news = young.filter((row) => !seen.isKnown(row.orderId, row));
  for (const id of new Set(news.map((row) => wholeIdOf(row.orderId)))) {
    const order = await readDetail(ctx, id);
    if (!order) continue;
    items.push(await complete(ctx, order));
    seen.note(id, order);
    for (const part of news.filter((row) => row.orderId !== id && wholeIdOf(row.orderId) === id))
      seen.note(part.orderId, part);
  }
  const more = young.length === rows.length && page * PAGE_SIZE < Number(found.total ?? 0);
  return { items, nextCursor: more ? `${status}:${page + 1}` : after(at, seen) };
}
