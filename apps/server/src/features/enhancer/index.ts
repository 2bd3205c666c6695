export { dropEnhancements } from './actions/drop-enhancements.ts';
export { enhanceAfterImport } from './actions/enhance-after-import.ts';
export { isInDemoMode } from './actions/start-enhancement.ts';
export { type Imported, importedJob, lockNewImports, sendImported } from './imported.ts';
export { register } from './register.ts';
export { afterFailure, type Failure } from './rules/writer-failure.ts';
export { findSetting as findWritingSetting, saveStatus as turnWriting } from './setting-repo.ts';
