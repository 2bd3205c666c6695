import type { Scope, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { listStores } from '../../connections/index.ts';
import { unmappedProducts } from '../../orders/index.ts';
import { recommendAll } from '../queries/recommend-unmapped.ts';
import { saveMappings } from './save-mappings.ts';

/** Products of a run: the others are mapped by the next one. */
const MOST = 500;
const CHUNK = 100;

/**
 * Maps what stores sold without a known supplier to the recommended variants of at least this confidence. `left`: how many
 * recommendations were less certain, or there were none.
 */
export async function mapRecommended(
  deps: Deps,
  scope: WorkplaceScope & Scope,
  ask: { min_confidence: number; store_id?: string | undefined },
): Promise<{ mapped: number; left: number }> {
  const { workplaceId } = scope;
  let cursor: string | undefined;
  let seen = 0;
  let mapped = 0;
  while (seen < MOST) {
    const after = cursor;
    const { found, sold } = await deps.db.read(scope, async (ex) => {
      const stores = new Map((await listStores(ex, workplaceId, false)).map((store) => [store.store_id, store]));
      const rows = await unmappedProducts(ex, workplaceId, {
        page_size: CHUNK,
        ...(ask.store_id ? { store_id: ask.store_id } : {}),
        ...(after ? { cursor: after } : {}),
      });
      return { sold: rows, found: await recommendAll(ex, workplaceId, rows.slice(0, CHUNK), stores) };
    });
    const page = sold.slice(0, CHUNK);
    const rows = page.flatMap((one, at) => {
      const best = found[at];
      if (!best || best.confidence < ask.min_confidence || !one.external_variant_id) return [];
      const { candidate } = best;
      return [
        {
          store_id: one.store_id,
          external_product_id: one.external_product_id,
          external_variant_id: one.external_variant_id,
          title: one.title,
          variant_title: one.variant_title ?? '',
          choices: [
            {
              ship_to: [],
              component: {
                source: candidate.source,
                mode: candidate.mode,
                source_product_id: candidate.source_product_id,
                source_variant_id: candidate.source_variant_id,
                source_sku: candidate.source_sku,
                title: candidate.title,
                option_values: candidate.option_values,
                image_url: candidate.image_url,
                unit_cost: candidate.cost,
                cost_currency: candidate.currency,
                quantity: 1,
              },
            },
          ],
        },
      ];
    });
    if (rows.length > 0) await deps.db.tenant(scope, (tx) => saveMappings(tx, deps, scope, rows));
    mapped += rows.length;
    seen += page.length;
    cursor = page.at(-1)?.channel_product_id;
    if (sold.length <= CHUNK || cursor === undefined) break;
  }
  return { mapped, left: seen - mapped };
}
