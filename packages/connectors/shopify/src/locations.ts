import { randomUUID } from 'node:crypto';
import { type ConnectorContext, ConnectorError, type StoreLocation } from '@quayside/connector-kit';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { refuseUserErrors } from './errors.ts';
import { everyPage } from './pages.ts';
import { getHabits } from './shop-facts.ts';

/** Locations that can hold stock of ours. Those of fulfillment services keep their own. */
export async function readLocations(ctx: ConnectorContext): Promise<StoreLocation[]> {
  const { location: primary } = await run(ctx, documents.primaryLocation);
  const all = await everyPage(async (after) => (await run(ctx, documents.locations, { after })).locations);
  return all
    .filter((one) => !one.isFulfillmentService)
    .map((one) => ({
      id: one.id,
      name: one.name,
      isActive: one.isActive,
      fulfillsOnlineOrders: one.fulfillsOnlineOrders,
      isDefault: one.id === primary?.id,
    }));
}

/**
 * Where stock is written: the chosen location, else the shop's primary one. undefined: the chosen one is deactivated or
 * deleted, and nothing is written elsewhere instead.
 */
export async function findStockLocation(ctx: ConnectorContext): Promise<string | undefined> {
  const { stockLocation: chosen } = ctx;
  if (!chosen) return (await getHabits(ctx)).locationId;
  const { location } = await run(ctx, documents.stockLocation, { id: chosen.id });
  const state = location === null ? 'deleted' : location.isActive ? 'active' : 'inactive';
  if (state !== chosen.state) await chosen.report(state);
  return state === 'active' ? chosen.id : undefined;
}

export const noStockLocation = (): ConnectorError =>
  new ConnectorError('rejected', 'the location that is chosen for stock is deactivated or deleted in Shopify', {
    code: 'stock_location_gone',
  });

/** Makes sure that items are stocked at a location: Shopify sets no quantity where they aren't. Starts at 0. */
export async function stockThere(
  ctx: ConnectorContext,
  inventoryItemIds: readonly string[],
  locationId: string,
): Promise<void> {
  for (const inventoryItemId of inventoryItemIds) {
    const variables = { inventoryItemId, locationId, key: randomUUID() };
    const { inventoryActivate } = await run(ctx, documents.activateInventory, variables);
    refuseUserErrors('Shopify refused to stock a product at the location', inventoryActivate?.userErrors ?? []);
  }
}
