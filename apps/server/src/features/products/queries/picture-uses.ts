import { type Executor, sql } from '../../../db/index.ts';
import { galleryKeyOf } from '../../../pictures/own-picture.ts';
import type { Product } from '../tables.ts';

/** The title of a product that shows an image of the library, by the image's public key. Unused ones are left out. */
export async function findPictureUses(
  ex: Executor,
  workplaceId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await ex.rows<{ url: string; title: string }>(sql`select distinct u.url, p.title from product p
    cross join lateral (select i ->> 'url' as url from jsonb_array_elements(p.images) i
      union all select v.image_url from product_variant v
        where v.workplace_id = ${workplaceId} and v.product_id = p.product_id and v.image_url is not null) u
    where p.workplace_id = ${workplaceId} and p.deleted_at is null
      and substring(u.url from '^/pictures/gallery-([0-9a-f]{32})-') = any(${[...keys]}::text[])`);
  return new Map(rows.map(({ url, title }) => [galleryKeyOf(url) ?? '', title]));
}

/** Images of a product and its variants as the supplier showed them at the import; undefined: there is no such product. */
export async function findOriginalImages(
  ex: Executor,
  workplaceId: string,
  productId: string,
): Promise<string[] | undefined> {
  const found = await ex.first<Pick<Product, 'original'>>(sql`select original from product
    where workplace_id = ${workplaceId} and product_id = ${productId} and deleted_at is null`);
  if (!found) return undefined;
  const { images, variants } = found.original;
  return [...new Set([...images.map((image) => image.url), ...variants.flatMap((one) => one.imageUrl ?? [])])];
}
