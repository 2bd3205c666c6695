import { ConnectorError } from '@quayside/connector-kit';
import { AppError, notFoundField } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { findStore, storeRef, storesOfPart, toProblem, withStore } from '../../connections/index.ts';
import { noteAsked, noteFault, saveDefinitions } from '../definition-repo.ts';
import { readDefinitionsJob } from '../jobs/metafields.ts';

const HOUR_MS = 3_600_000;
/** Hours between two scheduled reads of a store's definitions. */
const EVERY_HOURS = 24;

const canRead = (deps: Deps, platform: string): boolean =>
  deps.connectors.channels[platform]?.capabilities.metafields === true;

/** Sends a read for a part of the stores each hour, so that every store is read once a day. */
export async function readDefinitionsOfStores(deps: Deps): Promise<void> {
  const part = Math.floor(deps.clock.millis() / HOUR_MS) % EVERY_HOURS;
  const platforms = Object.keys(deps.connectors.channels).filter((platform) => canRead(deps, platform));
  await deps.db.global(async (tx) => {
    const due = await storesOfPart(tx, { platforms, part, parts: EVERY_HOURS });
    await deps.queue.sendMany(tx, readDefinitionsJob, due.map(storeRef));
  });
}

/** Asks a job to read a store's definitions. Throws STORE_NOT_FOUND. */
export async function requestDefinitions(deps: Deps, scope: WorkplaceScope, storeId: string): Promise<void> {
  const { accountId, workplaceId } = scope;
  await deps.db.tenant(scope, async (tx) => {
    const store = await findStore(tx, workplaceId, storeId);
    if (!store) throw notFoundField('store_id', 'STORE_NOT_FOUND');
    if (!canRead(deps, store.platform)) return;
    await noteAsked(tx, workplaceId, storeId);
    await deps.queue.send(tx, readDefinitionsJob, { accountId, workplaceId, storeId });
    await publish(tx, workplaceId, 'products');
  });
}

/** Reads a store's definitions and keeps them. A failure keeps the last list, with the reason. */
export async function readDefinitions(deps: Deps, here: WorkplaceScope, storeId: string): Promise<void> {
  const { workplaceId } = here;
  try {
    const all = await withStore(deps, here, storeId, async ({ connector, ctx }) =>
      connector.readMetafieldDefinitions?.(ctx),
    );
    if (!all) return;
    await deps.db.tenant(here, async (tx) => {
      await saveDefinitions(tx, workplaceId, storeId, all);
      await publish(tx, workplaceId, 'products');
    });
  } catch (error) {
    if (!(error instanceof ConnectorError) && !(error instanceof AppError)) throw error;
    await deps.db.tenant(here, async (tx) => {
      const store = await findStore(tx, workplaceId, storeId);
      const name = store?.store_name || store?.platform_domain || '';
      const fault = error instanceof ConnectorError ? toProblem(error, name) : { key: error.code, params: { name } };
      await noteFault(tx, workplaceId, storeId, { key: fault.key, params: fault.params ?? {} });
      await publish(tx, workplaceId, 'products');
    });
  }
}
