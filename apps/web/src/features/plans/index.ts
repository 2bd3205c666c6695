import { lazyChunk } from '../../lib/lazy-chunk.ts';

export { planQuery } from './plan-query.ts';

export const DemoBanner = lazyChunk(() => import('./demo-banner.tsx'));
export const DemoPrompt = lazyChunk(() => import('./demo-prompt.tsx'));
export const QuotaBanner = lazyChunk(() => import('./quota-banner.tsx'));
export const QuotaPrompt = lazyChunk(() => import('./quota-prompt.tsx'));
export const Usage = lazyChunk(() => import('./usage.tsx'));
