import { createHash } from 'node:crypto';
import type { ChannelAddress } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import { lockShelves, moveStock, type ShelfRow, shippable } from '../goods-repo.ts';
import type { Installation } from '../installation-repo.ts';
import { findByReferences, insertOrders, type NewOrder, type OrderRow } from '../order-repo.ts';
import { findPrices } from '../rates-repo.ts';
import { WarehouseRefusal } from '../refusal.ts';
import { missingParts } from '../rules/address.ts';
import type { PriceList } from '../rules/price-list.ts';
import type { Service, Shippable } from '../rules/shipping.ts';

export interface PlaceOrder {
  reference: string;
  /** For which of the customer's own accounts; tells where he hears of it. */
  account: string;
  orderName: string;
  address: ChannelAddress;
  shippingService: string;
  lines: { ref: string; variantId: string; quantity: number }[];
}

/** What was asked for, so that a reference used again for something else is noticed. */
const hashOf = ({ address, shippingService, lines }: PlaceOrder): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([Object.entries(address).sort(), shippingService, lines]))
    .digest();

interface Priced {
  lines: { line_no: number; line_ref: string; variant_id: string; quantity: number; unit_cost: number }[];
  itemsCost: number;
  things: Shippable[];
  currency: string;
}

/** Refuses goods that are unknown, cannot go there or are not there, and names every line at fault. */
function priced(input: PlaceOrder, country: string, shelves: ReadonlyMap<string, ShelfRow>, prices: PriceList): Priced {
  const refs = (bad: (line: PlaceOrder['lines'][number]) => boolean): string[] =>
    input.lines.filter(bad).map((line) => line.ref);
  const unknown = refs((line) => !shelves.has(line.variantId));
  if (unknown.length > 0) throw new WarehouseRefusal('error_not_found_sku', 'Unknown SKU.', unknown);
  // Every line has its shelf from here on.
  const shelf = (line: PlaceOrder['lines'][number]): ShelfRow => shelves.get(line.variantId) as ShelfRow;
  const closed = refs((line) => !prices.countriesOf(shippable(shelf(line), line.quantity)).includes(country));
  if (closed.length > 0)
    throw new WarehouseRefusal('shipped_country_notfound', `These items can't be shipped to ${country}.`, closed);
  const wanted = new Map<string, number>();
  for (const line of input.lines) wanted.set(line.variantId, (wanted.get(line.variantId) ?? 0) + line.quantity);
  const short = refs((line) => shelf(line).stock < (wanted.get(line.variantId) ?? 0));
  if (short.length > 0) throw new WarehouseRefusal('product_out_of_stock', 'Not enough stock.', short);
  const lines = input.lines.map((line, at) => ({
    line_no: at + 1,
    line_ref: line.ref,
    variant_id: line.variantId,
    quantity: line.quantity,
    unit_cost: shelf(line).cost,
  }));
  const things = input.lines.map((line) => shippable(shelf(line), line.quantity));
  const currency = [...shelves.values()][0]?.currency ?? 'USD';
  return { lines, itemsCost: lines.reduce((sum, line) => sum + line.unit_cost * line.quantity, 0), things, currency };
}

function destination(input: PlaceOrder, prices: PriceList): { country: string; service: Service } {
  const missing = missingParts(input.address);
  const country = input.address.countryCode;
  if (missing.length > 0 || country === undefined)
    throw new WarehouseRefusal('error_save_all_address', `Missing address fields: ${missing.join(', ')}.`);
  if (!prices.isServed(country))
    throw new WarehouseRefusal(
      'shipped_country_notfound',
      `The warehouse doesn't ship to ${country}.`,
      input.lines.map((line) => line.ref),
    );
  const service = prices.findService(input.shippingService);
  if (!service)
    throw new WarehouseRefusal('shipping_method_unavailable', `Unknown shipping method: ${input.shippingService}.`);
  return { country, service };
}

/** What an order of these goods is, or why it cannot be. `shelves`: what is left on them for it. */
function drawnUp(
  customer: Installation,
  input: PlaceOrder,
  shelves: ReadonlyMap<string, ShelfRow>,
  prices: PriceList,
): NewOrder | WarehouseRefusal {
  try {
    const { country, service } = destination(input, prices);
    const goods = priced(input, country, shelves, prices);
    const quote = prices.quotes(country, goods.things).find((one) => one.service.code === service.code);
    if (!quote)
      return new WarehouseRefusal('shipping_method_unavailable', `${service.name} does not go to ${country}.`);
    return {
      orderId: newId(),
      installationId: customer.installation_id,
      mode: customer.mode,
      reference: input.reference,
      account: input.account,
      requestHash: hashOf(input),
      orderName: input.orderName,
      address: input.address,
      service: service.code,
      currency: goods.currency,
      itemsCost: goods.itemsCost,
      shippingCost: quote.amount,
      lines: goods.lines,
    };
  } catch (error) {
    if (error instanceof WarehouseRefusal) return error;
    throw error;
  }
}

/** What a reference names already, asked for again: the order that is there. */
const repeated = (existing: Pick<OrderRow, 'order_id' | 'request_hash'>, input: PlaceOrder): Placed =>
  Buffer.compare(existing.request_hash, hashOf(input)) === 0
    ? existing.order_id
    : new WarehouseRefusal(
        'already_exists',
        'This reference is already used by an order with different items or another address.',
      );

/** The order's id, or why there is none. */
type Placed = string | WarehouseRefusal;

/**
 * Places orders of one customer in the order in which they are given, and keeps their goods aside. The reference is the
 * idempotency key: asked again, it answers the order that is there, also when the goods have meanwhile run out. An order
 * that is refused keeps none of the others back.
 */
export async function placeOrders(
  tx: Executor,
  customer: Installation,
  inputs: readonly PlaceOrder[],
): Promise<Placed[]> {
  const byReference = async (references: readonly string[]) =>
    new Map((await findByReferences(tx, customer.installation_id, references)).map((row) => [row.reference, row]));
  const known = await byReference(inputs.map((input) => input.reference));
  // A reference that is given twice names what it was given for first.
  const wanted = inputs.filter(
    ({ reference }, at) => !known.has(reference) && inputs.findIndex((one) => one.reference === reference) === at,
  );
  const drawn = new Map<string, NewOrder | WarehouseRefusal>();
  if (wanted.length > 0) {
    const ids = [...new Set(wanted.flatMap((input) => input.lines.map((line) => line.variantId)))];
    const shelves = new Map((await lockShelves(tx, customer.mode, ids)).map((row) => [row.variant_id, row]));
    const prices = await findPrices(tx, customer.mode);
    for (const input of wanted) {
      const order = drawnUp(customer, input, shelves, prices);
      drawn.set(input.reference, order);
      if (order instanceof WarehouseRefusal) continue;
      for (const { variant_id, quantity } of order.lines) {
        const shelf = shelves.get(variant_id);
        if (shelf) shelves.set(variant_id, { ...shelf, stock: shelf.stock - quantity });
      }
    }
  }
  const orders = [...drawn.values()].filter((one): one is NewOrder => !(one instanceof WarehouseRefusal));
  const added = await insertOrders(tx, orders);
  await moveStock(
    tx,
    orders.filter((order) => added.has(order.orderId)).flatMap((order) => order.lines),
  );
  // Another transaction was quicker with a reference: its order is there by now.
  const late = orders.filter((order) => !added.has(order.orderId)).map((order) => order.reference);
  const there = late.length > 0 ? await byReference(late) : known;
  return inputs.map((input) => {
    const existing = known.get(input.reference) ?? there.get(input.reference);
    if (existing) return repeated(existing, input);
    const order = drawn.get(input.reference);
    if (!order) throw new Error('order was neither inserted nor found');
    if (order instanceof WarehouseRefusal) return order;
    return repeated({ order_id: order.orderId, request_hash: order.requestHash }, input);
  });
}
