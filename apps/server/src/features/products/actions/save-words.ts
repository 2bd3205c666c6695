import type { Executor } from '../../../db/index.ts';
import { publish } from '../../../live/publish.ts';
import { saveProduct } from '../repo.ts';
import type { Product } from '../tables.ts';

/** Saves texts of a locked product and returns the updated product. The texts must be sanitized. */
export async function saveWords(
  tx: Executor,
  workplaceId: string,
  product: Product,
  words: Partial<Pick<Product, 'title' | 'description_html' | 'seo_title' | 'seo_description'>>,
): Promise<Product> {
  const next = { ...product, ...words, revision: product.revision + 1 };
  await saveProduct(tx, workplaceId, next, []);
  await publish(tx, workplaceId, 'products', [product.product_id]);
  return next;
}
