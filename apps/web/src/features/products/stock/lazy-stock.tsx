import { loadTexts } from '../../../i18n/index.ts';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';

export const StockLocationsCard = lazyChunk(
  async () => (await Promise.all([import('./stock-locations-card.tsx'), loadTexts(['stockLocations'])]))[0],
);
