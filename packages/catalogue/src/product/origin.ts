import { hashText } from '../random.ts';
import type { CatalogueProduct } from './types.ts';

/**
 * The country a product is made in. What lies on a shelf in China was made there; of what lies nearer to its buyers a part was
 * made near them too, but nothing with a battery. It depends on the product's number alone, and draws nothing of the generator.
 */
export function madeIn({ id, shipsFrom, limits }: Pick<CatalogueProduct, 'id' | 'shipsFrom' | 'limits'>): string {
  const isNear = shipsFrom !== 'CN' && !limits.includes('battery') && hashText(`${id} made in`) % 3 === 0;
  return isNear ? shipsFrom : 'CN';
}
