import { AppError } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { type StoreCopySetting, saveCopySetting } from '../store-copy-repo.ts';
import { chosenStores } from './push-all.ts';

/** Saves how products of a store are copied to others. Throws where a store isn't the caller's, or can't be copied to. */
export const saveStoreCopySetting = (
  deps: Pick<Deps, 'db'>,
  scope: WorkplaceScope,
  wanted: StoreCopySetting,
): Promise<void> =>
  deps.db.tenant(scope, async (tx) => {
    const { workplaceId } = scope;
    const [from] = await chosenStores(tx, workplaceId, [wanted.store_id], 'store_id');
    const [to] = wanted.to_store_id ? await chosenStores(tx, workplaceId, [wanted.to_store_id], 'to_store_id') : [];
    const refuse = (key: string) =>
      new AppError('UNPROCESSABLE_ENTITY', key, {
        params: { name: to?.store_name ?? '' },
        fields: { to_store_id: [key] },
      });
    if (to && to.store_id === from?.store_id) throw refuse('COPY_SAME_STORE');
    if (to && to.mode !== from?.mode) throw refuse('SANDBOX_MIXED');
    await saveCopySetting(tx, workplaceId, wanted);
    await publish(tx, workplaceId, 'products');
  });
