import { lazyChunk } from '../../lib/lazy-chunk.ts';

export { STEP_PLACE, type StepKey } from './guideline.ts';
export { useGuideline } from './use-guideline.ts';

export const ChatButton = lazyChunk(() => import('./chat-button.tsx'));
export const ExtensionPromo = lazyChunk(() => import('./extension-promo.tsx'));
export const GuidePill = lazyChunk(() => import('./guide-pill.tsx'));
