import { lazyPart } from '../../lib/lazy-part.ts';

export const MoreButton = lazyPart(() => import('./more-button.tsx'));
