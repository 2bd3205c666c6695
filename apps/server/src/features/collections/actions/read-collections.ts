import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { requestList, storeList } from '../../connections/index.ts';
import { replaceCollections } from '../list-repo.ts';

export const collectionList = storeList({
  kind: 'collections',
  job: 'read-collections',
  everyHours: 24,
  minute: 22,
  topic: 'products',
  isOffered: (can) => can.collections === true,
  read: (connector, ctx) => connector.readCollections?.(ctx),
  keep: (tx, _deps, { workplaceId }, storeId, all) => replaceCollections(tx, workplaceId, storeId, all),
});

/** Asks a job to read a store's collections. Throws STORE_NOT_FOUND. */
export const requestCollections = (deps: Deps, scope: WorkplaceScope, storeId: string): Promise<void> =>
  requestList(deps, collectionList, scope, storeId);
