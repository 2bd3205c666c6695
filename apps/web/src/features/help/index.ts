import { lazyChunk } from '../../lib/lazy-chunk.ts';

export const HelpButton = lazyChunk(() => import('./help-button.tsx'));
