import { AppError } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import { readPricedProducts } from '../../products/index.ts';

/** Throws PRODUCT_NOT_FOUND unless all of these products are in the workspace. */
export async function requireProducts(ex: Executor, workplaceId: string, productIds: readonly string[]): Promise<void> {
  const found = await readPricedProducts(ex, workplaceId, { productIds });
  if (found.length < new Set(productIds).size)
    throw new AppError('NOT_FOUND', 'PRODUCT_NOT_FOUND', { fields: { product_ids: ['PRODUCT_NOT_FOUND'] } });
}
