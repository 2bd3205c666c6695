import { AppError, notFoundField } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { findStore, type Store, storeMovingError } from '../../connections/index.ts';

/** A store whose products can be read now. Throws the reason why they can't. */
export async function checkAdoptable(
  ex: Executor,
  deps: Pick<Deps, 'connectors'>,
  workplaceId: string,
  storeId: string,
): Promise<{ store: Store; name: string }> {
  const store = await findStore(ex, workplaceId, storeId);
  if (!store) throw notFoundField('store_id', 'STORE_NOT_FOUND');
  const name = store.store_name || store.platform_domain;
  const params = { name };
  if (store.moving !== null) throw storeMovingError(name);
  if (store.status === 'uninstalled') throw new AppError('BAD_REQUEST', 'STORE_DISCONNECTED', { params });
  if (store.status === 'needs_reconnect') throw new AppError('BAD_REQUEST', 'STORE_NEEDS_RECONNECT', { params });
  if (!deps.connectors.channels[store.platform]?.listProducts)
    throw new AppError('BAD_REQUEST', 'ADOPTION_UNSUPPORTED', { params });
  return { store, name };
}
