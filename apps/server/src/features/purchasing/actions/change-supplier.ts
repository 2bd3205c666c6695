import type { SupplierName } from '@quayside/contracts';
import { AppError, nextState, notFound, notFoundField } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import { personName, type Who } from '../../../http/who.ts';
import { publish } from '../../../live/publish.ts';
import {
  addEvents,
  CHANGEABLE,
  findLines,
  findOrder,
  LINE_TRANSITIONS,
  type LinePatch,
  type LineRow,
  lockOrder,
  matchOrder,
  NO_MATCH,
  type OrderPorts,
  type OrderRow,
  patchLines,
} from '../../orders/index.ts';
import { readSource } from '../../sourcing/index.ts';
import { settleOrders } from './settle-orders.ts';

export interface NewSource {
  id: string;
  source?: SupplierName;
  source_product_id?: string;
  sku_id?: string;
  /** Absent: as many as before. */
  pieces_per_unit?: number;
  original?: true;
  /** Name of `id` in the request, for error messages. */
  field?: string;
}

interface Found {
  id: string;
  match: Omit<NonNullable<LinePatch['match']>, 'pieces_per_unit'> | undefined;
  /** undefined: as many as before. */
  piecesPerUnit: number | undefined;
}

const missing = (field: string): AppError =>
  new AppError('UNPROCESSABLE_ENTITY', 'INPUT_INVALID_FIELDS', { fields: { [field]: ['INPUT_REQUIRED'] } });

/** Looks up the chosen variant; undefined: the product's own supplier. */
async function find(deps: Deps, who: Who, order: OrderRow, wish: NewSource): Promise<Found> {
  if (wish.original) return { id: wish.id, match: undefined, piecesPerUnit: undefined };
  const { source, source_product_id: productId, sku_id: variantId } = wish;
  if (!source) throw missing('source');
  if (!productId) throw missing('source_product_id');
  if (!variantId) throw missing('sku_id');
  const name = { source, mode: order.mode, sourceProductId: productId, shipTo: order.ship_country ?? 'US' };
  const product = await readSource(deps, who.scope, name);
  const variant = product.detail.variants.find((one) => one.sourceVariantId === variantId || one.sku === variantId);
  if (!variant)
    throw new AppError('UNPROCESSABLE_ENTITY', 'NotFoundSkuProduct', { fields: { sku_id: ['NotFoundSkuProduct'] } });
  return {
    id: wish.id,
    piecesPerUnit: wish.pieces_per_unit,
    match: {
      product_id: null,
      variant_id: null,
      source,
      source_product_id: productId,
      source_variant_id: variant.sourceVariantId,
      source_sku: variant.sku,
      unit_cost: variant.cost,
      cost_currency: product.currency,
      replaced: true,
      image_url: variant.imageUrl ?? null,
    },
  };
}

function patchOf(line: LineRow, { match, piecesPerUnit }: Found): LinePatch {
  const base = {
    order_id: line.order_id,
    line_id: line.line_id,
    block: null,
    shipping_method: null,
    shipping_quote: null,
    match: match ? { ...match, pieces_per_unit: piecesPerUnit ?? line.pieces_per_unit } : NO_MATCH,
  };
  if (!match) return { ...base, state: nextState(LINE_TRANSITIONS, line.state, 'unmap') ?? line.state };
  const state = nextState(LINE_TRANSITIONS, line.state, line.state === 'unmapped' ? 'map' : 'unblock') ?? line.state;
  return { ...base, state };
}

/**
 * Buys lines from another source product or variant, or from their product's own again, while they are not at a
 * supplier. All or nothing; throws LINE_NOT_FOUND, LINE_PLACED_ALREADY, NotFoundSkuProduct.
 */
export async function changeSupplier(
  deps: Deps,
  ports: Pick<OrderPorts, 'match'>,
  who: Who,
  orderId: string,
  wishes: readonly NewSource[],
): Promise<string[]> {
  const { workplaceId } = who;
  const { scope } = who;
  const { order, known } = await deps.db.read(who.scope, async (ex) => ({
    order: await findOrder(ex, workplaceId, orderId),
    known: new Set((await findLines(ex, workplaceId, [orderId])).map((line) => line.line_id)),
  }));
  if (!order) throw notFound('OrderDetailNotFound');
  const strange = wishes.find((wish) => !known.has(wish.id));
  if (strange) throw notFoundField(strange.field ?? 'line_item_id', 'LINE_NOT_FOUND');
  // Looked up before locking anything, because an unknown product is fetched from its supplier.
  const found: Found[] = [];
  for (const wish of wishes) found.push(await find(deps, who, order, wish));
  await deps.db.tenant(who.scope, async (tx) => {
    const held = await lockOrder(tx, workplaceId, orderId);
    if (!held) throw notFound('OrderDetailNotFound');
    const lines = await findLines(tx, workplaceId, [orderId]);
    const patches = found.map((one) => {
      const line = lines.find((candidate) => candidate.line_id === one.id);
      if (!line) throw notFound('LINE_NOT_FOUND');
      if (!CHANGEABLE.includes(line.state))
        throw new AppError('BAD_REQUEST', 'LINE_PLACED_ALREADY', { params: { title: line.title } });
      return patchOf(line, one);
    });
    await patchLines(tx, workplaceId, patches);
    if (found.some((one) => !one.match)) await matchOrder(tx, ports, workplaceId, held);
    await settleOrders(tx, deps, scope, [held]);
    const actor = personName(who.account);
    const params = { count: patches.length, supplier: found[0]?.match?.source ?? '' };
    await addEvents(tx, workplaceId, [{ orderId, kind: 'supplier_changed', params, actor }]);
    await publish(tx, workplaceId, 'orders', [orderId]);
  });
  return found.map((one) => one.id);
}
