import { keyFields } from '@quayside/connector-kit';
import { AppError, notFound } from '@quayside/kernel';
import { getWorkplace, type Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { credentialFaults } from '../rules/credential-fields.ts';
import { findStore } from '../store-repo.ts';
import { prove } from './link-store.ts';
import { storeWithConnector } from './open-store.ts';
import { saveStore } from './save-store.ts';

/** Replaces a store's credentials. Throws STORE_IS_ANOTHER if they belong to another store. */
export async function reconnectStore(
  deps: Deps,
  scope: Scope,
  storeId: string,
  credentials: Record<string, string>,
): Promise<void> {
  const { workplaceId } = getWorkplace(scope);
  const store = await deps.db.read(scope, (ex) => findStore(ex, workplaceId, storeId));
  if (!store) throw notFound('STORE_NOT_FOUND');
  const { connector, ctx } = storeWithConnector(deps, scope, store);
  const fields = credentialFaults(keyFields(connector), credentials);
  if (Object.keys(fields).length > 0) throw new AppError('UNPROCESSABLE_ENTITY', 'INPUT_INVALID_FIELDS', { fields });
  const address = { baseUrl: ctx.baseUrl, platformDomain: store.platform_domain, mode: store.mode };
  const proven = await prove(deps, store.platform, address, credentials);
  if (proven.platformDomain !== store.platform_domain) {
    const params = { name: store.platform_domain, other: proven.platformDomain };
    throw new AppError('STORE_INSTALL_FAILURE', 'STORE_IS_ANOTHER', { params });
  }
  await saveStore(deps, scope, proven);
}
