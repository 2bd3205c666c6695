import { lazyPart } from '../../lib/lazy-part.ts';

export const HelpButton = lazyPart(() => import('./help-button.tsx'));
