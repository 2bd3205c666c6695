import { createHash } from 'node:crypto';
import type { ChannelConnector, ConnectorContext } from '@quayside/connector-kit';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { refuseUserErrors } from './errors.ts';
import { forgetHabits, getHabits } from './shop-facts.ts';

type StockItem = Parameters<ChannelConnector['setStock']>[1][number];
type StockToRead = Omit<StockItem, 'quantity'>;

/** Most entries that Shopify takes in one list. */
const BATCH = 250;

const batches = <T>(list: T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / BATCH) }, (_none, at) => list.slice(at * BATCH, (at + 1) * BATCH));

/** The key of one change: the same items with the same references make the same key, on every attempt. */
const keyOf = (items: readonly StockItem[]): string =>
  createHash('sha256')
    .update(JSON.stringify(items.map((item) => [item.ref, item.externalVariantId, item.quantity])))
    .digest('hex');

async function inventoryItems(ctx: ConnectorContext, items: readonly StockToRead[]): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  const unknown: string[] = [];
  for (const item of items) {
    if (item.externalInventoryItemId) known.set(item.externalVariantId, item.externalInventoryItemId);
    else unknown.push(item.externalVariantId);
  }
  for (const ids of batches(unknown)) {
    const { nodes } = await run(ctx, documents.inventoryItems, { ids }, ids.length);
    for (const node of nodes) if (node?.inventoryItem) known.set(node.id, node.inventoryItem.id);
  }
  return known;
}

/**
 * Sets what is available at the shop's primary location. We are the source of truth, so the numbers are set whatever
 * was there before. Variants that are gone from the shop are left out.
 */
export async function setStock(ctx: ConnectorContext, items: StockItem[]): Promise<void> {
  const { locationId } = await getHabits(ctx);
  for (const batch of batches(items)) {
    const inventory = await inventoryItems(ctx, batch);
    // Shopify refuses an item named twice: the last number counts.
    const wanted = new Map<string, number>();
    for (const item of batch) {
      const inventoryItemId = inventory.get(item.externalVariantId);
      if (inventoryItemId) wanted.set(inventoryItemId, item.quantity);
    }
    const quantities = [...wanted].map(([inventoryItemId, quantity]) => ({
      inventoryItemId,
      locationId,
      quantity,
      // Must be named even when the number there before does not matter.
      changeFromQuantity: null,
    }));
    if (quantities.length === 0) continue;
    const input = { name: 'available', reason: 'correction', quantities };
    const variables = { input, key: keyOf(batch) };
    const { inventorySetQuantities } = await run(ctx, documents.setQuantities, variables, quantities.length);
    const errors = inventorySetQuantities?.userErrors ?? [];
    if (errors.length > 0) forgetHabits(ctx);
    refuseUserErrors('Shopify refused the stock', errors);
  }
}

/** What is available at the shop's primary location, where setStock writes. */
export async function readStock(
  ctx: ConnectorContext,
  items: readonly StockToRead[],
): Promise<Map<string, number | null>> {
  const { locationId } = await getHabits(ctx);
  const found = new Map<string, number | null>();
  for (const batch of batches([...items])) {
    const inventory = await inventoryItems(ctx, batch);
    const { nodes } = await run(ctx, documents.stockLevels, { ids: [...inventory.values()], locationId }, batch.length);
    const levels = new Map(nodes.flatMap((node) => (node ? [[node.id, node] as const] : [])));
    for (const { ref, externalVariantId } of batch) {
      const item = levels.get(inventory.get(externalVariantId) ?? '');
      if (item) found.set(ref, item.tracked ? (item.inventoryLevel?.quantities[0]?.quantity ?? 0) : null);
    }
  }
  return found;
}
