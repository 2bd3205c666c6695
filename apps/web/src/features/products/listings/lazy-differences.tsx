import { loadTexts } from '../../../i18n/index.ts';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';

const texts = () => loadTexts(['storeFields']);

export const DifferencesDialog = lazyChunk(
  async () => (await Promise.all([import('./differences-dialog.tsx'), texts()]))[0],
);
export const PushPreview = lazyChunk(async () => (await Promise.all([import('../push/push-preview.tsx'), texts()]))[0]);
