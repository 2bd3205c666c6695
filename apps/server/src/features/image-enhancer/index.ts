export { dropImages } from './actions/drop-images.ts';
export { wantImages } from './actions/optimize-imported.ts';
export { createTurn, register } from './register.ts';
export { findHeldOriginals } from './repo.ts';
export { findSetting as findImageSetting } from './setting-repo.ts';
