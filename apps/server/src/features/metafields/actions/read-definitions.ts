import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { requestList, storeList } from '../../connections/index.ts';
import { replaceDefinitions } from '../definition-repo.ts';

export const definitionList = storeList({
  kind: 'metafields',
  job: 'read-metafield-definitions',
  everyHours: 24,
  minute: 37,
  topic: 'products',
  isOffered: (can) => can.metafields === true,
  read: (connector, ctx) => connector.readMetafieldDefinitions?.(ctx),
  keep: (tx, _deps, { workplaceId }, storeId, all) => replaceDefinitions(tx, workplaceId, storeId, all),
});

/** Asks a job to read a store's definitions. Throws STORE_NOT_FOUND. */
export const requestDefinitions = (deps: Deps, scope: WorkplaceScope, storeId: string): Promise<void> =>
  requestList(deps, definitionList, scope, storeId);
