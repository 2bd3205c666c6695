import type { Executor } from '../../../db/index.ts';
import { findProducts } from '../../products/index.ts';
import { findImages, findReplaced } from '../repo.ts';
import type { ImageEnhancementRow, ShownImage } from '../tables.ts';

const byProduct = async (ex: Executor, workplaceId: string, ids: readonly string[]) =>
  new Map((await findProducts(ex, workplaceId, [...new Set(ids)])).map((one) => [one.product_id, one]));

/** Images with their products, without those of deleted ones. */
export async function withProducts(
  ex: Executor,
  workplaceId: string,
  rows: readonly ImageEnhancementRow[],
): Promise<ShownImage[]> {
  const products = await byProduct(
    ex,
    workplaceId,
    rows.map((row) => row.product_id),
  );
  return rows.flatMap((row) => {
    const product = products.get(row.product_id);
    return product ? [{ ...row, title: product.title, images: product.images }] : [];
  });
}

export const shownImages = async (ex: Executor, workplaceId: string, ids: readonly string[]): Promise<ShownImage[]> =>
  withProducts(ex, workplaceId, (await findImages(ex, workplaceId, ids)).reverse());

/** Titles of products that an undo would give a library image back, by the image's public key. */
export async function findHeldOriginals(
  ex: Executor,
  workplaceId: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const replaced = await findReplaced(ex, workplaceId, keys);
  const products = await byProduct(
    ex,
    workplaceId,
    replaced.map((one) => one.product_id),
  );
  return new Map(
    replaced.flatMap(({ key, product_id: id }) => {
      const product = products.get(id);
      return product ? [[key, product.title] as const] : [];
    }),
  );
}
