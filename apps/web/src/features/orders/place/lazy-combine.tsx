import { loadTexts } from '../../../i18n/index.ts';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';

const load = async () => {
  const [module] = await Promise.all([import('./combine.tsx'), loadTexts(['orderDecisions'])]);
  return module;
};

export const CombineGroups = lazyChunk(async () => ({ default: (await load()).CombineGroups }));
export const CombinedWith = lazyChunk(async () => ({ default: (await load()).CombinedWith }));
export const ShareLabel = lazyChunk(async () => ({ default: (await load()).ShareLabel }));
