export { type Account, serverAccount } from './account.ts';
export { type Binaries, embeddedPackage, findBinaries } from './binaries.ts';
export { type DataDir, resolveDataDir } from './data-dir.ts';
export { lockDataDir, UNFINISHED } from './lock.ts';
export { findRunning, ownerUrlOf, stopRunning } from './running.ts';
export { writePrivately } from './secrets.ts';
export { productionSettings, testSettings } from './settings.ts';
export { type EmbeddedOptions, type EmbeddedServer, startEmbedded } from './start.ts';
export { StartRefused } from './start-refused.ts';
