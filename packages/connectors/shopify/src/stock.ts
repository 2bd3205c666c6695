import { randomUUID } from 'node:crypto';
import type { ConnectorContext, StockItem, StockLevels, StockMove } from '@quayside/connector-kit';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { refuseUserErrors } from './errors.ts';
import { findStockLocation, noStockLocation, stockThere } from './locations.ts';
import type { RawStockLevel } from './raw.ts';
import { forgetHabits, getHabits } from './shop-facts.ts';

type StockToSet = StockItem & { quantity: number };

/** Most entries that Shopify takes in one list. */
const BATCH = 250;

const batches = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / BATCH) }, (_none, at) => list.slice(at * BATCH, (at + 1) * BATCH));

async function inventoryItems(ctx: ConnectorContext, items: readonly StockItem[]): Promise<Map<string, string>> {
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

/** Levels of inventory items at a location, by the item's id. Those of deleted items are missing. */
async function levelsAt(
  ctx: ConnectorContext,
  ids: readonly string[],
  locationId: string,
): Promise<Map<string, RawStockLevel>> {
  const { nodes } = await run(ctx, documents.stockLevels, { ids, locationId }, ids.length);
  return new Map(nodes.flatMap((node) => (node ? [[node.id, node] as const] : [])));
}

/**
 * Sets what is available at the chosen location, or at the shop's primary one. We are the source of truth, so the numbers are
 * set whatever was there before. Variants that are gone from the shop are left out.
 */
export async function setStock(ctx: ConnectorContext, items: StockToSet[]): Promise<void> {
  const locationId = await findStockLocation(ctx);
  if (locationId === undefined) throw noStockLocation();
  for (const batch of batches(items)) {
    const inventory = await inventoryItems(ctx, batch);
    // Shopify refuses an item named twice: the last number counts.
    const wanted = new Map<string, number>();
    for (const item of batch) {
      const inventoryItemId = inventory.get(item.externalVariantId);
      if (inventoryItemId) wanted.set(inventoryItemId, item.quantity);
    }
    if (ctx.stockLocation && wanted.size > 0) {
      const levels = [...(await levelsAt(ctx, [...wanted.keys()], locationId)).values()];
      const missing = levels.filter((level) => !level.inventoryLevel).map((level) => level.id);
      await stockThere(ctx, missing, locationId);
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
    // A key of its own each time: the same number is set again after others (10, 0, 10), and Shopify does nothing for a key
    // that it knows.
    const variables = { input, key: randomUUID() };
    const { inventorySetQuantities } = await run(ctx, documents.setQuantities, variables, quantities.length);
    const errors = inventorySetQuantities?.userErrors ?? [];
    if (errors.length > 0) forgetHabits(ctx);
    refuseUserErrors('Shopify refused the stock', errors);
  }
}

/** What is available where setStock writes. A chosen location that is gone has nothing. */
export async function readStock(
  ctx: ConnectorContext,
  items: readonly StockItem[],
): Promise<Map<string, number | null>> {
  const locationId = ctx.stockLocation?.id ?? (await getHabits(ctx)).locationId;
  const found = new Map<string, number | null>();
  for (const batch of batches(items)) {
    const inventory = await inventoryItems(ctx, batch);
    const levels = await levelsAt(ctx, [...inventory.values()], locationId);
    for (const { ref, externalVariantId } of batch) {
      const item = levels.get(inventory.get(externalVariantId) ?? '');
      if (item) found.set(ref, item.tracked ? (item.inventoryLevel?.quantities[0]?.quantity ?? 0) : null);
    }
  }
  return found;
}

/** What is available at some locations. Variants that are gone, or not tracked, are left out. */
export async function readStockAt(
  ctx: ConnectorContext,
  items: readonly StockItem[],
  locationIds: readonly string[],
): Promise<Map<string, { externalInventoryItemId: string; levels: StockLevels }>> {
  const found = new Map<string, { externalInventoryItemId: string; levels: Map<string, number | null> }>();
  for (const batch of batches(items)) {
    const inventory = await inventoryItems(ctx, batch);
    for (const locationId of locationIds) {
      const levels = await levelsAt(ctx, [...inventory.values()], locationId);
      for (const { ref, externalVariantId } of batch) {
        const externalInventoryItemId = inventory.get(externalVariantId) ?? '';
        const item = levels.get(externalInventoryItemId);
        if (!item?.tracked) continue;
        const own = found.get(ref) ?? { externalInventoryItemId, levels: new Map() };
        own.levels.set(locationId, item.inventoryLevel?.quantities[0]?.quantity ?? null);
        found.set(ref, own);
      }
    }
  }
  return found;
}

/** Nothing was written, and writing the same again would not be: what was read is no longer so. */
const OUTDATED = new Set([
  'CHANGE_FROM_QUANTITY_STALE',
  'IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED',
  'INVALID_INVENTORY_ITEM',
]);

/** Writes stock at several locations in one request, which Shopify carries out as a whole or not at all. */
export async function moveStock(ctx: ConnectorContext, moves: readonly StockMove[], key: string): Promise<boolean> {
  if (moves.length > BATCH) throw new Error(`expected at most ${BATCH} moves, got ${moves.length}`);
  if (moves.length === 0) return true;
  for (const [locationId, own] of Map.groupBy(moves, (move) => move.locationId)) {
    const missing = own.filter((move) => move.from === null).map((move) => move.externalInventoryItemId);
    if (missing.length === 0) continue;
    // An earlier try may have stocked them.
    const levels = await levelsAt(ctx, missing, locationId);
    const unstocked = missing.filter((id) => levels.has(id) && !levels.get(id)?.inventoryLevel);
    await stockThere(ctx, unstocked, locationId);
  }
  const quantities = moves.map((move) => ({
    inventoryItemId: move.externalInventoryItemId,
    locationId: move.locationId,
    quantity: move.to,
    changeFromQuantity: move.from ?? 0,
  }));
  const input = { name: 'available', reason: 'correction', quantities };
  const { inventorySetQuantities } = await run(ctx, documents.setQuantities, { input, key }, quantities.length);
  const errors = inventorySetQuantities?.userErrors ?? [];
  if (errors.some((error) => OUTDATED.has(error.code ?? ''))) return false;
  if (errors.some((error) => error.code === 'INVALID_LOCATION')) throw noStockLocation();
  refuseUserErrors('Shopify refused the stock', errors);
  return true;
}
