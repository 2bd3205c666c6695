import { type ChannelConnector, type ConnectorContext, ConnectorError, type StockItem } from '@quayside/connector-kit';
import { z } from 'zod';
import { createClient } from './client.ts';
import { isFailed, rawBatch } from './raw.ts';
import { BATCH } from './variations.ts';

const answer = rawBatch(z.object({ id: z.number() }));

/**
 * Writes quantities, a hundred in a call: variations through their product, simple products together. Writing the same
 * number again changes nothing. Items that the shop does not have are named by their references in `lines`.
 */
export const setStock: ChannelConnector['setStock'] = async (ctx, items) => {
  const client = createClient(ctx);
  const groups = new Map<string, typeof items>();
  for (const item of items) {
    const simple = item.externalVariantId === item.externalProductId;
    const path = simple ? 'products/batch' : `products/${item.externalProductId}/variations/batch`;
    groups.set(path, [...(groups.get(path) ?? []), item]);
  }
  const missing: string[] = [];
  for (const [path, group] of groups) {
    for (let start = 0; start < group.length; start += BATCH) {
      const part = group.slice(start, start + BATCH);
      const update = part.map((item) => ({
        id: Number(item.externalVariantId),
        manage_stock: true,
        stock_quantity: item.quantity,
      }));
      const done = await client.send('POST', { path, shape: answer, body: { update } });
      done.update.forEach((result, index) => {
        const ref = part[index]?.ref;
        if (isFailed(result) && ref !== undefined) missing.push(ref);
      });
    }
  }
  if (missing.length > 0)
    throw new ConnectorError('not-found', `${missing.length} products are not in the shop any more`, {
      lines: missing,
    });
};

const stock = z.object({
  id: z.number(),
  manage_stock: z.union([z.boolean(), z.string()]).default(false),
  stock_quantity: z.number().nullish(),
});
type Stock = z.output<typeof stock>;

/** A variation with "parent" follows its product, whose stock is not its own. */
const quantityOf = ({ manage_stock: managed, stock_quantity: quantity }: Stock): number | null =>
  managed === true ? (quantity ?? 0) : null;

const FIELDS = 'id,manage_stock,stock_quantity';

/** Simple products are read a hundred in a call, variations with one call for each product. */
export async function readStock(
  ctx: ConnectorContext,
  items: readonly StockItem[],
): Promise<Map<string, number | null>> {
  const client = createClient(ctx);
  const found = new Map<string, number | null>();
  const note = (group: readonly StockItem[], rows: readonly Stock[]) => {
    const byId = new Map(rows.map((row) => [String(row.id), row]));
    for (const { ref, externalVariantId } of group) {
      const row = byId.get(externalVariantId);
      if (row) found.set(ref, quantityOf(row));
    }
  };
  const simple = items.filter((item) => item.externalVariantId === item.externalProductId);
  for (let start = 0; start < simple.length; start += BATCH) {
    const part = simple.slice(start, start + BATCH);
    const query = { include: part.map((item) => item.externalProductId).join(','), per_page: BATCH, _fields: FIELDS };
    note(part, await client.get({ path: 'products', query, shape: stock.array() }));
  }
  const variations = items.filter((item) => item.externalVariantId !== item.externalProductId);
  for (const [productId, group] of Map.groupBy(variations, (item) => item.externalProductId)) {
    const path = `products/${encodeURIComponent(productId)}/variations`;
    const rows = client.all({ path, query: { orderby: 'id', order: 'asc', _fields: FIELDS }, shape: stock });
    note(
      group,
      await rows.catch((error: unknown) => {
        if (error instanceof ConnectorError && error.kind === 'not-found') return [];
        throw error;
      }),
    );
  }
  return found;
}
