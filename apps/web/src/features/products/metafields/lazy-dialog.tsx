import { lazyChunk } from '../../../lib/lazy-chunk.ts';

export const MetafieldsDialog = lazyChunk(() => import('./metafields-dialog.tsx'));
