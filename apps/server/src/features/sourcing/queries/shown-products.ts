import type { ShownProduct } from '@quayside/contracts';
import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';

const MOST = 12;
/** Number of best sellers considered, so that the cost doesn't depend on the catalog's size. */
const LOOKED_AT = 500;
const KEPT_MS = 60_000;

interface Row {
  title: string;
  image_urls: string[];
  category_path: string[];
  currency: string;
  cost_from: number;
  suggested: number;
  /** To the United States. */
  days_min: number | null;
  days_max: number | null;
}

/** Best sellers of the Quayside catalog, one of each kind, the same for everyone; read once a minute. */
export function shownProducts(deps: Deps): () => Promise<{ items: ShownProduct[]; is_sandbox: boolean }> {
  let kept: { at: number; items: Promise<ShownProduct[]> } | undefined;
  const mode = deps.config.sandbox ? 'sandbox' : 'live';

  async function read(): Promise<ShownProduct[]> {
    const rows = await deps.db.global((tx) =>
      tx.rows<Row>(sql`select title, image_urls, category_path, currency, cost_from, suggested, f.days_min, f.days_max
        from (
          select *, row_number() over (partition by category_id order by volume_order desc, source_key) as place from (
            select * from source_product where mode = ${mode}
            order by volume_order desc, source_key desc limit ${LOOKED_AT}) best
          where source = 'quayside') one
        left join lateral (select s.days_min, s.days_max from source_shipping s join source_zone z using (zone_id)
          where s.source_key = one.source_key and z.asked_as = 'operator' and z.countries @> '{US}'::text[] limit 1) f on true
        where place = 1 order by volume_order desc, source_key limit ${MOST}`),
    );
    return rows.map((row) => ({
      name: row.title,
      image: row.image_urls[0] ?? null,
      category: row.category_path.at(-1) ?? null,
      cost: { amount: row.cost_from, currency: row.currency },
      suggested: { amount: row.suggested, currency: row.currency },
      days_min: row.days_min,
      days_max: row.days_max,
    }));
  }

  return async () => {
    const now = deps.clock.millis();
    const known = kept;
    let items = known?.items;
    if (!known || !items || now - known.at > KEPT_MS) {
      items = read();
      kept = { at: now, items };
      // Failures, and empty results while the catalog is loading, are read again.
      const forget = () => {
        kept = undefined;
      };
      items.then((found) => found.length > 0 || forget(), forget);
    }
    return { items: await items, is_sandbox: mode === 'sandbox' };
  };
}
