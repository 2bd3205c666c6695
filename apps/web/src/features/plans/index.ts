import { lazyPart } from '../../lib/lazy-part.ts';

export { planQuery } from './plan-query.ts';

export const DemoBanner = lazyPart(() => import('./demo-banner.tsx'));
export const DemoPrompt = lazyPart(() => import('./demo-prompt.tsx'));
export const QuotaBanner = lazyPart(() => import('./quota-banner.tsx'));
export const QuotaPrompt = lazyPart(() => import('./quota-prompt.tsx'));
export const Usage = lazyPart(() => import('./usage.tsx'));
