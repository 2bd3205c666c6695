import type { Executor } from '../../../db/index.ts';
import { publish } from '../../../live/publish.ts';
import { saveProduct } from '../repo.ts';
import type { Product, Variant } from '../tables.ts';

/** Saves images of a locked product and its variants, and returns the updated product. `variants`: those that changed. */
export async function saveImages(
  tx: Executor,
  workplaceId: string,
  product: Product,
  images: Product['images'],
  variants: readonly Variant[],
): Promise<Product> {
  const next = { ...product, images, revision: product.revision + 1 };
  await saveProduct(tx, workplaceId, next, variants);
  await publish(tx, workplaceId, 'products', [product.product_id]);
  return next;
}
