export { connectSupplier, removeSupplier } from './actions/connect-supplier.ts';
export { copySupplier, sameAccess } from './actions/copy-supplier.ts';
export {
  connectedStore,
  healBySessionToken,
  linkBySessionToken,
  proveBySessionToken,
} from './actions/link-by-session-token.ts';
export { addressTyped as storeAddress, linkStore } from './actions/link-store.ts';
export {
  closeMigratedStore,
  type MigratedStore,
  openMigratedStore,
  readStoreToMigrate,
} from './actions/migrate-store.ts';
export { clearStoreError, noteStoreError, noteSupplierError } from './actions/note-store-error.ts';
export { type OpenStore, openStore, storeMovingError, withStore } from './actions/open-store.ts';
export { type OpenSupplier, openSupplier, operatorSupplier, withSupplier } from './actions/open-supplier.ts';
export { saveStore } from './actions/save-store.ts';
export {
  isListOffered,
  listHandlers,
  readList,
  requestList,
  storeList,
} from './actions/store-lists.ts';
export { uninstallAll, uninstallStore } from './actions/uninstall-store.ts';
export { watchNow } from './actions/watch-connections.ts';
export { watchGaps } from './actions/watch-gaps.ts';
export { problemAnswer, storeAnswer } from './answers.ts';
export {
  activeSuppliers,
  type ConnectionOwner,
  findEntry,
  moveEntry,
  ownersAfter,
  storesOfPart,
  workplacesWithSuppliers,
} from './directory-repo.ts';
export { pollStoreJob, workWebhookJob } from './jobs/connections.ts';
export type { ConnectionListeners } from './listeners.ts';
export { fieldAnswer } from './queries/connectable.ts';
export { getProductPublications, readStoreProduct } from './queries/publications.ts';
export { storesWithList, viewStoreLists } from './queries/store-lists.ts';
export { takenShops } from './queries/taken-shops.ts';
export { register } from './register.ts';
export { toProblem } from './rules/connector-problem.ts';
export { credentialFaults } from './rules/credential-fields.ts';
export { storeRef } from './rules/job-refs.ts';
export { listFault } from './rules/list-fault.ts';
export { callBase, isPublicHost, type Problem } from './rules/reachability.ts';
export { findStoreLists } from './store-list-repo.ts';
export {
  findStore,
  holdStores,
  listStores,
  lockStore,
  lockStoreAlone,
  noteStockLocation,
  type Store,
  saveStockLocation,
  settleDefault,
} from './store-repo.ts';
export { type Connection, findConnections, findConnectionTo, listConnections } from './supplier-repo.ts';
