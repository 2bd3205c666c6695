export { requestTracking, restartTracking } from './actions/track-products.ts';
export { matchesWatchFilter, seenShipping, seenVariants, watchMarks } from './queries/tracking-facts.ts';
export { register } from './register.ts';
export { readSetting as readMonitoringSetting } from './setting-repo.ts';
export { deleteTrackedProducts } from './tracked-product-repo.ts';
