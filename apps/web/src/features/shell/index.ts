import { lazyChunk } from '../../lib/lazy-chunk.ts';

export const MoreButton = lazyChunk(() => import('./more-button.tsx'));
