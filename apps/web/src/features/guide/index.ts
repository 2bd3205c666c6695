import { lazyPart } from '../../lib/lazy-part.ts';

export { STEP_PLACE, type StepKey } from './guideline.ts';
export { useGuideline } from './use-guideline.ts';

export const ChatButton = lazyPart(() => import('./chat-button.tsx'));
export const ExtensionPromo = lazyPart(() => import('./extension-promo.tsx'));
export const GuidePill = lazyPart(() => import('./guide-pill.tsx'));
