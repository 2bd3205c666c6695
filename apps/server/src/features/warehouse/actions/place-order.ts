import { createHash } from 'node:crypto';
import type { ChannelAddress } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import type { Db, Executor } from '../../../db/index.ts';
import { lockShelves, moveStock, type ShelfRow, shippable } from '../goods-repo.ts';
import type { Installation } from '../installation-repo.ts';
import { findByReference, insertOrder } from '../order-repo.ts';
import { WarehouseRefusal } from '../refusal.ts';
import { missingParts } from '../rules/address.ts';
import { findService, goesTo, isServed, quotes, type Service, type Shippable } from '../rules/shipping.ts';

export interface PlaceOrder {
  reference: string;
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
function priced(input: PlaceOrder, country: string, shelves: ReadonlyMap<string, ShelfRow>): Priced {
  const refs = (bad: (line: PlaceOrder['lines'][number]) => boolean): string[] =>
    input.lines.filter(bad).map((line) => line.ref);
  const unknown = refs((line) => !shelves.has(line.variantId));
  if (unknown.length > 0)
    throw new WarehouseRefusal('error_not_found_sku', 'The warehouse has no such thing.', unknown);
  // Every line has its shelf from here on.
  const shelf = (line: PlaceOrder['lines'][number]): ShelfRow => shelves.get(line.variantId) as ShelfRow;
  const closed = refs((line) => !goesTo(shippable(shelf(line), line.quantity), country));
  if (closed.length > 0)
    throw new WarehouseRefusal('shipped_country_notfound', `This cannot be sent to ${country}.`, closed);
  const wanted = new Map<string, number>();
  for (const line of input.lines) wanted.set(line.variantId, (wanted.get(line.variantId) ?? 0) + line.quantity);
  const short = refs((line) => shelf(line).stock < (wanted.get(line.variantId) ?? 0));
  if (short.length > 0) throw new WarehouseRefusal('product_out_of_stock', 'Not enough pieces are in stock.', short);
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

function destination(input: PlaceOrder): { country: string; service: Service } {
  const missing = missingParts(input.address);
  const country = input.address.countryCode;
  if (missing.length > 0 || country === undefined)
    throw new WarehouseRefusal('error_save_all_address', `The address lacks: ${missing.join(', ')}.`);
  if (!isServed(country))
    throw new WarehouseRefusal(
      'shipped_country_notfound',
      `The warehouse does not send to ${country}.`,
      input.lines.map((line) => line.ref),
    );
  const service = findService(input.shippingService);
  if (!service)
    throw new WarehouseRefusal('shipping_method_unavailable', `No service is called ${input.shippingService}.`);
  return { country, service };
}

async function place(tx: Executor, customer: Installation, input: PlaceOrder): Promise<string> {
  const { country, service } = destination(input);
  const ids = [...new Set(input.lines.map((line) => line.variantId))];
  const shelves = new Map((await lockShelves(tx, ids)).map((row) => [row.variant_id, row]));
  const goods = priced(input, country, shelves);
  const quote = quotes(country, goods.things).find((one) => one.service.code === service.code);
  if (!quote) throw new WarehouseRefusal('shipping_method_unavailable', `${service.name} does not go to ${country}.`);
  const orderId = newId();
  const added = await insertOrder(tx, {
    orderId,
    installationId: customer.installation_id,
    mode: customer.mode,
    reference: input.reference,
    requestHash: hashOf(input),
    orderName: input.orderName,
    address: input.address,
    service: service.code,
    currency: goods.currency,
    itemsCost: goods.itemsCost,
    shippingCost: quote.amount,
    lines: goods.lines,
  });
  if (!added) return repeated(tx, customer, input);
  await moveStock(tx, goods.lines);
  return orderId;
}

async function repeated(tx: Executor, customer: Installation, input: PlaceOrder): Promise<string> {
  const existing = await findByReference(tx, customer.installation_id, input.reference);
  if (existing && Buffer.compare(existing.request_hash, hashOf(input)) === 0) return existing.order_id;
  throw new WarehouseRefusal(
    'already_exists',
    'This reference already names an order of other goods or another address.',
  );
}

/**
 * Places an order and keeps its goods aside, in one transaction. The reference is its idempotency key: asked again, it
 * answers the order that is there, also when the goods have meanwhile run out. Throws WarehouseRefusal.
 */
export const placeOrder = (db: Db, customer: Installation, input: PlaceOrder): Promise<string> =>
  db.global(async (tx) => {
    const existing = await findByReference(tx, customer.installation_id, input.reference);
    return existing ? repeated(tx, customer, input) : place(tx, customer, input);
  });
