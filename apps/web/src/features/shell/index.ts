import { lazyChunk } from '../../lib/lazy-part.ts';

export const MoreButton = lazyChunk(() => import('./more-button.tsx'));
