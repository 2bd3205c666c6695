export { dropImages } from './actions/drop-images.ts';
export { optimizeAfterImport } from './actions/optimize-imported.ts';
export { findHeldOriginals } from './queries/shown-images.ts';
export { createTurn, register } from './register.ts';
export { findSetting as findImageSetting } from './setting-repo.ts';
