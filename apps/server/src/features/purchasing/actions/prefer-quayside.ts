import type { Executor } from '../../../db/index.ts';
import { matchMapped } from '../../mapping/index.ts';
import {
  getBundles,
  type LinePatch,
  type LineRow,
  matchFields,
  type OrderRow,
  PLACEABLE,
  soldLineId,
} from '../../orders/index.ts';
import { matchVariants } from '../../products/index.ts';
import { OWN_SUPPLIER, preferredSource } from '../rules/prefer-quayside.ts';
import { readPreference } from '../setting-repo.ts';

type Match = NonNullable<LinePatch['match']>;

/**
 * Where the workspace prefers Quayside: its matches of lines that are to be bought elsewhere, by line id. One query per
 * store, none for workspaces that keep the current suppliers.
 */
async function findQuaysideLines(
  ex: Executor,
  workplaceId: string,
  orders: readonly Pick<OrderRow, 'order_id' | 'store_id' | 'ship_country'>[],
  lines: readonly LineRow[],
): Promise<ReadonlyMap<string, Match>> {
  const preference = await readPreference(ex, workplaceId);
  if (preference !== OWN_SUPPLIER) return new Map();
  const stores = new Map(orders.map((order) => [order.order_id, order.store_id]));
  const countries = new Map(orders.map((order) => [order.order_id, order.ship_country]));
  const inBundle = getBundles(lines);
  const elsewhere = lines.filter(
    // A multiple or bundle was chosen by a person with its pieces and parts, which no listing knows.
    (line) =>
      !inBundle.has(soldLineId(line)) &&
      PLACEABLE.includes(line.state) &&
      line.source !== null &&
      line.source !== OWN_SUPPLIER &&
      line.pieces_per_unit === 1,
  );
  const found = new Map<string, Match>();
  for (const [storeId, own] of Map.groupBy(elsewhere, (line) => stores.get(line.order_id))) {
    if (storeId === undefined) continue;
    const wanted = own.map((line) => ({
      externalProductId: line.external_product_id,
      externalVariantId: line.external_variant_id,
      sku: line.sku,
      country: countries.get(line.order_id) ?? null,
    }));
    // A supplier that was chosen for the variant is preferred to any other.
    const chosen = await matchMapped(ex, workplaceId, storeId, wanted);
    const matches = await matchVariants(ex, workplaceId, storeId, wanted);
    for (const [at, line] of own.entries()) {
      const match = matches[at];
      if (!match || chosen[at] || preferredSource(preference, line, match.source) !== OWN_SUPPLIER) continue;
      found.set(line.line_id, matchFields(match));
    }
  }
  return found;
}

/** Lines as they will be bought, from Quayside where the workspace prefers it and it has them; `switched` names those. */
export async function preferLines(
  ex: Executor,
  workplaceId: string,
  orders: readonly Pick<OrderRow, 'order_id' | 'store_id' | 'ship_country'>[],
  lines: readonly LineRow[],
): Promise<{ lines: LineRow[]; switched: ReadonlyMap<string, Match> }> {
  const switched = await findQuaysideLines(ex, workplaceId, orders, lines);
  const bought = lines.map((line) => {
    const match = switched.get(line.line_id);
    return match ? { ...line, ...match, image_url: match.image_url ?? line.image_url, shipping_method: null } : line;
  });
  return { lines: bought, switched };
}
