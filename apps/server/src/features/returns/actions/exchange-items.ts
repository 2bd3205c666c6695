import { AppError, invalidField, notFoundField } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { personName, type Who } from '../../../http/who.ts';
import { publish } from '../../../live/publish.ts';
import { lockStoreAlone } from '../../connections/index.ts';
import type { ExchangeLine, OrderVariant } from '../../manual-orders/index.ts';
import {
  addEvents,
  findLines,
  getBundles,
  type LineRow,
  type OrderRow,
  type VariantMatch,
} from '../../orders/index.ts';
import type { ReturnPorts } from '../ports.ts';
import { linesOfOrders, moveReturn } from '../return-repo.ts';
import { settledQuantity } from '../rules/actions.ts';
import { stateAfter, withReturn } from './with-return.ts';

interface OtherVariant {
  line_item_id: string;
  variant_id: string;
}

/** Where the same item was bought; undefined: it has no supplier, and is looked up by its SKU. `parts`: its further parts. */
function matchOf(line: LineRow, parts: readonly LineRow[]): VariantMatch | undefined {
  const match = variantOf(line);
  const further = parts.flatMap((part) => {
    const own = variantOf(part);
    return own ? [{ ...own, title: part.title, variantTitle: part.variant_title ?? '' }] : [];
  });
  if (!match || further.length < parts.length) return undefined;
  return further.length > 0 ? { ...match, further } : match;
}

function variantOf(line: LineRow): VariantMatch | undefined {
  const { source, source_product_id: sourceProductId, source_variant_id: sourceVariantId } = line;
  if (!source || !sourceProductId || !sourceVariantId) return undefined;
  return {
    productId: line.product_id,
    variantId: line.variant_id,
    source,
    sourceProductId,
    sourceVariantId,
    sourceSku: line.source_sku ?? '',
    piecesPerUnit: line.pieces_per_unit,
    cost: line.unit_cost,
    currency: line.cost_currency ?? 'USD',
    imageUrl: line.image_url,
  };
}

/** The item of a line again. `parts`: the further parts of a bundle. */
export const sameItem = (line: LineRow, parts: readonly LineRow[], quantity: number): ExchangeLine => ({
  title: line.title,
  ...(line.variant_title ? { variantTitle: line.variant_title } : {}),
  ...(line.sku ? { sku: line.sku } : {}),
  ...(line.image_url ? { imageUrl: line.image_url } : {}),
  quantity,
  requiresShipping: line.requires_shipping,
  match: matchOf(line, parts),
});

const otherItem = (variant: OrderVariant, quantity: number): ExchangeLine => ({
  title: variant.title,
  ...(variant.option_values.length > 0 ? { variantTitle: variant.option_values.join(' / ') } : {}),
  sku: variant.sku,
  ...(variant.image ? { imageUrl: variant.image } : {}),
  quantity,
  requiresShipping: true,
  match: variant.match,
});

/** The chosen variants by line. Throws by the field of one that is unknown. */
async function variantsByLine(
  tx: Executor,
  ports: ReturnPorts,
  workplaceId: string,
  order: OrderRow,
  wanted: readonly OtherVariant[],
): Promise<Map<string, OrderVariant>> {
  const ids = wanted.map((one) => one.variant_id);
  const found = ids.length > 0 ? await ports.variants(tx, workplaceId, order.mode, { ids }) : [];
  return new Map(
    wanted.map(({ line_item_id, variant_id }, at) => {
      const variant = found.find((one) => one.variant_id === variant_id);
      if (!variant) throw notFoundField(`lines.${at}.variant_id`, 'VARIANT_NOT_FOUND');
      return [line_item_id, variant];
    }),
  );
}

/**
 * Creates the replacement order of a return, once: the return's new state and the order are written in one transaction.
 * The order is placed like any other.
 */
export const exchangeItems = (
  deps: Deps,
  ports: ReturnPorts,
  who: Who,
  id: string,
  wanted: readonly OtherVariant[],
): Promise<void> =>
  withReturn(
    deps,
    who,
    id,
    async (tx, { row, order }) => {
      const { workplaceId } = who;
      if (order.erased_at) throw new AppError('BAD_REQUEST', 'RETURN_ORDER_ERASED');
      const own = (await linesOfOrders(tx, workplaceId, [row.order_id])).filter((one) => one.return_id === id);
      const known = await findLines(tx, workplaceId, [row.order_id]);
      for (const [at, one] of wanted.entries())
        if (!own.some((line) => line.line_id === one.line_item_id))
          throw notFoundField(`lines.${at}.line_item_id`, 'LINE_NOT_FOUND');
      const others = await variantsByLine(tx, ports, workplaceId, order, wanted);
      const state = await stateAfter(tx, workplaceId, row, 'exchange');
      const lines = own.flatMap((one) => {
        const line = known.find((other) => other.line_id === one.line_id);
        const quantity = settledQuantity(row, one);
        if (!line || quantity === 0) return [];
        const parts = (getBundles(known).get(one.line_id) ?? []).slice(1);
        const other = others.get(one.line_id);
        return [other ? otherItem(other, quantity) : sameItem(line, parts, quantity)];
      });
      if (lines.length === 0) throw invalidField('lines', 'RETURN_NOTHING_ARRIVED');
      const actor = personName(who.account);
      const made = await ports.createExchange(tx, who.scope, order, { lines, note: row.name, actor });
      await moveReturn(tx, workplaceId, id, state, { exchange_order_id: made.order_id });
      await addEvents(tx, workplaceId, [
        { orderId: order.order_id, kind: 'return_exchanged', params: { name: row.name, order: made.name }, actor },
      ]);
      await publish(tx, workplaceId, 'orders', [made.order_id]);
    },
    // The new order's number is taken under the lock of the store, which comes before that of an order.
    (tx, row) => lockStoreAlone(tx, who.workplaceId, row.store_id),
  );
