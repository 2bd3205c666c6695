import { AppError } from '@quayside/kernel';
import { type Executor, json, sql, type WorkplaceScope, within } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { getActor } from '../../../http/route.ts';
import type { Who } from '../../../http/who.ts';
import { publish } from '../../../live/publish.ts';
import { isPurchaseOpen } from '../../../states/sql.ts';
import { findLink, type Link, useLink } from '../../accounts/index.ts';
import { findStore, type Store } from '../../connections/index.ts';
import { refuseWhileHandedOver } from '../../team/index.ts';
import { migrateStoreJob } from '../jobs/migrate-jobs.ts';
import { setMigration } from '../migration-repo.ts';

const bad = (key: string, params: Record<string, string | number> = {}) =>
  new AppError('VERIFY_OWNER_STORE_MIGRATE_ERROR', key, { params });

interface MigrationRequest {
  migrationId: string;
  askedBy: string;
  askedByEmail: string;
  store: Store;
  from: WorkplaceScope;
  to: WorkplaceScope;
  openOrders: number;
}

/** Unfulfilled orders of a store, and its supplier orders being placed or paid. */
const countOpen = async (ex: Executor, workplaceId: string, storeId: string): Promise<number> => {
  const row = await ex.first<{ open: number }>(sql`
    select (select count(*) from sales_order where workplace_id = ${workplaceId} and store_id = ${storeId}
        and tab = 'unfulfilled')::int
      + (select count(*) from supplier_order where workplace_id = ${workplaceId} and store_id = ${storeId}
        and ${isPurchaseOpen()})::int as open`);
  return row?.open ?? 0;
};

/** The request behind a link. Throws STORE_MIGRATE_LINK_BAD without a reason. */
export async function findMigrationRequest(
  deps: Deps,
  who: Pick<Who, 'account'>,
  link: Link,
): Promise<MigrationRequest> {
  const found = await deps.db.global((tx) => findLink(tx, 'store-migrate', link));
  if (!found || found.account_id !== who.account.id) throw bad('STORE_MIGRATE_LINK_BAD');
  const { detail } = found;
  const from = { accountId: found.account_id, workplaceId: detail.from_workplace ?? '' };
  const to = { accountId: detail.to_account ?? '', workplaceId: detail.to_workplace ?? '' };
  const storeId = detail.store_id ?? '';
  const { openOrders, store } = await deps.db.read(from, async (ex) => ({
    store: await findStore(ex, from.workplaceId, storeId),
    openOrders: await countOpen(ex, from.workplaceId, storeId),
  }));
  if (!store || store.status === 'uninstalled') throw bad('STORE_MIGRATE_LINK_BAD');
  return {
    migrationId: detail.migration_id ?? '',
    askedBy: detail.asked_by ?? '',
    askedByEmail: detail.asked_by_email ?? '',
    store,
    from,
    to,
    openOrders,
  };
}

/**
 * Records the owner's decision, once. Throws STORE_MIGRATE_LINK_BAD, or STORE_MIGRATE_OPEN_ORDERS while work of the
 * store is open, which keeps the link valid.
 */
export async function decide(
  deps: Deps,
  who: Who,
  link: Link,
  agree: boolean,
  call: { method: 'POST'; path: string },
): Promise<void> {
  const { askedBy, askedByEmail, from, migrationId, openOrders, store, to } = await findMigrationRequest(
    deps,
    who,
    link,
  );
  if (agree && openOrders > 0)
    throw bad('STORE_MIGRATE_OPEN_ORDERS', { name: store.platform_domain, count: openOrders });
  await deps.db.tenant(to, async (tx) => {
    try {
      await useLink(tx, 'store-migrate', link);
    } catch (error) {
      throw error instanceof AppError ? bad('STORE_MIGRATE_LINK_BAD') : error;
    }
    const row = { workplace_id: to.workplaceId, migration_id: migrationId };
    if (!(await setMigration(tx, row, 'asked', agree ? 'agreed' : 'refused'))) throw bad('STORE_MIGRATE_LINK_BAD');
    if (agree) await refuseWhileHandedOver(tx, to);
    if (agree) await deps.queue.send(tx, migrateStoreJob, { migrationId, storeId: store.store_id, from, to });
    await publish(tx, to.workplaceId, 'stores');
    // The decision is in the audit log of the owner's workspace; the request is in the other's.
    await within(tx, { ...from, actor: getActor(who, call) }, to, () =>
      tx.run(sql`call note_audit('store_migration', ${migrationId}, ${store.platform_domain},
        ${json({ state: agree ? 'agreed' : 'refused', asked_by: askedBy, asked_by_email: askedByEmail })})`),
    );
  });
}
