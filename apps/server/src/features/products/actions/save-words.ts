import type { Executor } from '../../../db/index.ts';
import { publish } from '../../../live/publish.ts';
import { saveProduct } from '../repo.ts';
import type { Product } from '../tables.ts';

/** Writes texts of a product that the caller holds; they come in clean. Answers the product as it is then. */
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
