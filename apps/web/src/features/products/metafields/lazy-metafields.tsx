import { loadTexts } from '../../../i18n/index.ts';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';

export const MetafieldsCard = lazyChunk(
  async () => (await Promise.all([import('./metafields-card.tsx'), loadTexts(['metafields'])]))[0],
);
