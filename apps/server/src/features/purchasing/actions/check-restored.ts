import { ConnectorError, type SupplierOrder } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { lastRestore } from '../../../sending/index.ts';
import { activeSuppliers, withSupplier, workplacesWithSuppliers } from '../../connections/index.ts';
import { countLost, isChecked, noteChecked, saveLostOrders, saveUnclaimedOrders } from '../lost-repo.ts';
import { getWorkplaceKey, isOfBefore, isOfWorkplace, workplaceKeyFor } from '../reference.ts';
import { findByRemote } from '../repo.ts';
import { matchLostOrders } from './match-lost-orders.ts';

/** Clocks differ, and the last recorded sign of life is up to a minute old. */
const MARGIN_MS = 3_600_000;

/** The reference keys of all workplaces that buy here. */
async function workplaceKeys(deps: Pick<Deps, 'db'>): Promise<ReadonlySet<string>> {
  const ids = await deps.db.global(workplacesWithSuppliers);
  return new Set(ids.map(workplaceKeyFor));
}

/**
 * Compares a supplier's orders with our references since shortly before the restore and records unknown ones. Until
 * then, nothing from before the restore is placed over this connection.
 */
export async function checkRestored(deps: Deps, here: WorkplaceScope, connectionId: string): Promise<void> {
  const { workplaceId } = here;
  const restore = await deps.db.read(here, async (ex) => {
    const last = await lastRestore(ex);
    return !last || (await isChecked(ex, workplaceId, connectionId, last.restoredAt)) ? undefined : last;
  });
  if (!restore) return;
  const since = new Date(Date.parse(restore.currentUntil) - MARGIN_MS).toISOString();
  await withSupplier(deps, here, { connectionId }, async ({ connection, connector, ctx }) => {
    // The operator's supplier account is shared, so only references with this workplace's key are its own.
    const mayBeOurs = ({ reference, state }: SupplierOrder): boolean =>
      state !== 'cancelled' &&
      (isOfWorkplace(reference, workplaceId) || (connection.payer === 'own-account' && isOfBefore(reference)));
    // Without the memory of earlier polls, which would skip orders seen before.
    const asked = { ...ctx, memory: new Map<string, unknown>() };
    const isShared = connection.payer === 'wallet';
    const keys = isShared ? await workplaceKeys(deps) : new Set<string>();
    /** An order of this installation that can't belong to any known workplace. */
    const mayBeNobodys = ({ reference, state }: SupplierOrder): boolean => {
      if (!isShared || state === 'cancelled') return false;
      const key = getWorkplaceKey(reference);
      return key === undefined ? isOfBefore(reference) : !keys.has(key);
    };
    let cursor: string | undefined;
    do {
      const page = await connector.listOrders(asked, {
        updatedAfter: since,
        ...(cursor === undefined ? {} : { cursor }),
      });
      const ours = page.items.filter(mayBeOurs);
      const nobodys = page.items.filter(mayBeNobodys);
      const known = await deps.db.tenant(here, async (tx) => {
        const rows = await findByRemote(
          tx,
          workplaceId,
          connectionId,
          [...ours, ...nobodys].map((one) => one.reference),
          [...ours, ...nobodys].map((one) => one.supplierOrderId),
        );
        const has = (one: SupplierOrder): boolean =>
          rows.some((row) => row.reference === one.reference || row.source_order_no === one.supplierOrderId);
        await saveLostOrders(
          tx,
          workplaceId,
          connectionId,
          ours.filter((one) => !has(one)),
        );
        return new Set(nobodys.filter(has));
      });
      if (nobodys.length > 0)
        await deps.db.global((tx) =>
          saveUnclaimedOrders(
            tx,
            connection,
            nobodys.map((order) => ({ order, known: known.has(order) })),
          ),
        );
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  });
  await matchLostOrders(deps, here);
  const now = new Date(deps.clock.millis()).toISOString();
  await deps.db.tenant(here, (tx) => noteChecked(tx, workplaceId, connectionId, restore.restoredAt, now));
}

/**
 * Does this for every connection. Returns the number of unknown supplier orders and of connections to retry; a
 * connection that needs a person (rejected credentials, supplier no longer offered) is compared before its first order
 * instead.
 */
export async function checkAllRestored(deps: Deps, signal: AbortSignal): Promise<{ lost: number; unasked: number }> {
  const all = await deps.db.global(activeSuppliers);
  let unasked = 0;
  let lost = 0;
  for (const [workplaceId, connections] of Map.groupBy(all, (one) => one.workplace_id)) {
    for (const { account_id: accountId, connection_id: connectionId } of connections) {
      if (signal.aborted) throw new Error('worker is stopping');
      const here = { accountId, workplaceId };
      try {
        await checkRestored(deps, here, connectionId);
      } catch (error) {
        if (!(error instanceof ConnectorError) && !(error instanceof AppError)) throw error;
        deps.log.warn(
          { err: error, workplaceId, connectionId },
          "a supplier's orders could not be read after a restore",
        );
        if (error instanceof ConnectorError && error.kind !== 'auth') unasked += 1;
      }
    }
    const [first] = connections;
    if (first)
      lost += await deps.db.read({ accountId: first.account_id, workplaceId }, (ex) => countLost(ex, workplaceId));
  }
  return { lost, unasked };
}
