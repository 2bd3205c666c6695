import { lazyChunk } from '../../../lib/lazy-chunk.ts';

export const CollectionsDialog = lazyChunk(() => import('./collections-dialog.tsx'));
