import { loadTexts } from '../../../i18n/index.ts';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';

export const MarketsCard = lazyChunk(
  async () => (await Promise.all([import('./markets-card.tsx'), loadTexts(['marketPrices'])]))[0],
);
