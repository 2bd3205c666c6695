import { AppError, nextState } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { lockStoreAlone } from '../../connections/index.ts';
import { plainNumber, takenNumbers } from '../../orders/index.ts';
import {
  countFates,
  findImport,
  importConfirmed,
  importDone,
  itemsCreated,
  lockImport,
  openItems,
} from '../import-repo.ts';
import { createOrdersJob } from '../jobs.ts';
import type { ManualOrderPorts } from '../ports.ts';
import { totalsOf } from '../rules/draft.ts';
import { ORDER_IMPORT_TRANSITIONS } from '../rules/import-states.ts';
import { type WrittenOrder, writeOrders } from './write-order.ts';

/** Orders per transaction. */
const BATCH = 50;

/** Starts creating the orders of a file after its preview. Throws when the file is not ready. */
export async function confirmOrderFile(
  deps: Pick<Deps, 'db' | 'queue'>,
  here: WorkplaceScope,
  importId: string,
): Promise<void> {
  const { accountId, workplaceId } = here;
  await deps.db.tenant(here, async (tx) => {
    const row = await lockImport(tx, workplaceId, importId);
    if (!row) throw new AppError('NOT_FOUND', 'IMPORT_NOT_FOUND');
    if (!nextState(ORDER_IMPORT_TRANSITIONS, row.state, 'confirm'))
      throw new AppError('BAD_REQUEST', 'IMPORT_NOT_READY');
    await importConfirmed(tx, workplaceId, importId);
    await deps.queue.send(tx, createOrdersJob, { accountId, workplaceId, importId });
  });
}

/**
 * Creates the orders of a confirmed file, some per transaction, each as a whole; a retry continues where the previous attempt
 * stopped. Returns false if it was stopped before the end.
 */
export async function applyOrderFile(
  deps: Pick<Deps, 'db' | 'queue' | 'clock'>,
  ports: ManualOrderPorts,
  here: WorkplaceScope,
  importId: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const { workplaceId } = here;
  const row = await deps.db.read(here, (ex) => findImport(ex, workplaceId, importId));
  if (row?.state !== 'applying') return true;
  while (!signal?.aborted) {
    const isMore = await deps.db.tenant(here, async (tx) => {
      const store = await lockStoreAlone(tx, workplaceId, row.store_id);
      if (!store) return false;
      if (store.moving === 'carrying') throw new Error(`store ${store.platform_domain} is being transferred`);
      const items = await openItems(tx, workplaceId, importId, BATCH);
      if (items.length === 0) return false;
      const numbers = items.map(({ draft }) => draft.number);
      // Checked again under the lock: another file or person may have taken a number since the preview.
      const taken = await takenNumbers(tx, workplaceId, row.store_id, numbers);
      const skus = items.flatMap(({ draft }) => draft.lines.flatMap((line) => line.sku ?? []));
      const bySku = Map.groupBy(await ports.variants(tx, workplaceId, store.mode, { skus }), (one) => one.sku);
      const free = items.filter(({ draft }) => !taken.has(plainNumber(draft.number)));
      const ids = await writeOrders(
        tx,
        deps,
        ports,
        here,
        store,
        free.map(({ draft }): WrittenOrder => {
          const totals = totalsOf(draft);
          if (typeof totals === 'string') throw new Error(`order ${draft.number} of a file that was read has no sums`);
          // A SKU of several variants tells nothing.
          const matches = draft.lines.map((line) => {
            const found = bySku.get(line.sku ?? '') ?? [];
            return found.length === 1 ? found[0]?.match : undefined;
          });
          return { draft, totals, matches };
        }),
        { actor: row.actor },
      );
      const idOf = new Map(free.map(({ item_no }, at) => [item_no, ids[at] ?? null]));
      const created = items.map(({ item_no, order_number }) => ({
        item_no,
        order_number,
        order_id: idOf.get(item_no) ?? null,
      }));
      await itemsCreated(tx, workplaceId, importId, created);
      return true;
    });
    if (isMore) continue;
    await deps.db.tenant(here, async (tx) => {
      await importDone(tx, workplaceId, importId, await countFates(tx, workplaceId, importId), deps.clock.now());
      await publish(tx, workplaceId, 'counts');
    });
    return true;
  }
  return false;
}
