import { lazyChunk } from '../../lib/lazy-part.ts';

export const HelpButton = lazyChunk(() => import('./help-button.tsx'));
