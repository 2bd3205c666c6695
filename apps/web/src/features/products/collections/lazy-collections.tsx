import { loadTexts } from '../../../i18n/index.ts';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';

const texts = () => loadTexts(['collections']);

export const CollectionsCard = lazyChunk(
  async () => (await Promise.all([import('./collections-card.tsx'), texts()]))[0],
);
export const CategoriesCard = lazyChunk(async () => (await Promise.all([import('./categories-card.tsx'), texts()]))[0]);
