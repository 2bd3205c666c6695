import { loadTexts } from '../../../i18n/index.ts';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';

/** The library picker with its texts. Cropping shares the labels of the account picture. */
export const LibraryPicker = lazyChunk(async () => {
  const [module] = await Promise.all([import('./library-picker.tsx'), loadTexts(['library', 'account'])]);
  return module;
});
