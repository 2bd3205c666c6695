import { loadTexts } from '../../../i18n/index.ts';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';

/** Uploading photos into a product, with its texts. */
export const UploadPhotos = lazyChunk(async () => {
  const [module] = await Promise.all([import('./upload-photos.tsx'), loadTexts(['library'])]);
  return module;
});

/** The library picker with its texts. Cropping shares the labels of the account picture. */
export const LibraryPicker = lazyChunk(async () => {
  const [module] = await Promise.all([import('./library-picker.tsx'), loadTexts(['library', 'account'])]);
  return module;
});
