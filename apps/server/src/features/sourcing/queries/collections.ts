import { COLLECTIONS, type Collection } from '@quayside/contracts';
import { type Executor, raw, sql } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { COLLECTION_RULES } from '../rules/collections.ts';
import { getOrder } from '../rules/sorts.ts';

/** Cap of the count. */
const COUNTED_MOST = 1_000;
const PICTURES = 4;
const KEPT_MS = 30_000;

export interface CollectionSize {
  slug: Collection;
  /** Up to COUNTED_MOST. */
  count: number;
  has_more: boolean;
  /** Of the first products. */
  images: string[];
}

/** Size and first images of a collection, up to the cap. */
async function sizeOf(ex: Executor, mode: Mode, slug: Collection): Promise<CollectionSize> {
  const { where, order } = COLLECTION_RULES[slug];
  const walked = getOrder(order);
  const column = raw(walked.by === 'cost_from' ? walked.by : 'volume_order');
  const held = sql`mode = ${mode} and (${raw(where)})`;
  const counted = await ex.first<{ count: number }>(sql`select count(*)::int as count from (
    select 1 from source_product where ${held} limit ${COUNTED_MOST + 1}) counted`);
  const first = await ex.rows<{ image: string }>(sql`select image_urls[1] as image from source_product
    where ${held} and cardinality(image_urls) > 0 order by ${column} desc, source_key desc limit ${PICTURES}`);
  const count = counted?.count ?? 0;
  return {
    slug,
    count: Math.min(count, COUNTED_MOST),
    has_more: count > COUNTED_MOST,
    images: first.map((row) => row.image),
  };
}

/** Product counts of all collections, the same for everyone; read at most twice a minute. */
export function collectionSizes(deps: Deps): (mode: Mode) => Promise<CollectionSize[]> {
  const kept = new Map<Mode, { at: number; sizes: Promise<CollectionSize[]> }>();

  const read = (mode: Mode): Promise<CollectionSize[]> =>
    deps.db.global(async (tx) => {
      const sizes: CollectionSize[] = [];
      for (const slug of COLLECTIONS) sizes.push(await sizeOf(tx, mode, slug));
      return sizes;
    });

  return (mode) => {
    const now = deps.clock.millis();
    const known = kept.get(mode);
    if (known && now - known.at < KEPT_MS) return known.sizes;
    const sizes = read(mode);
    kept.set(mode, { at: now, sizes });
    // Failures, and empty results while the catalog is loading, are read again.
    const forget = () => kept.delete(mode);
    sizes.then((all) => all.every(({ count }) => count > 0) || forget(), forget);
    return sizes;
  };
}
