import { AppError } from '@quayside/kernel';
import { type Executor, json, sql, type WorkplaceScope, within } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { actorOf } from '../../../http/route.ts';
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

interface Wish {
  migrationId: string;
  askedBy: string;
  askedByEmail: string;
  store: Store;
  from: WorkplaceScope;
  to: WorkplaceScope;
  openOrders: number;
}

/** Orders of a store that are not fulfilled, and supplier orders of it that are being placed or paid. */
const countOpen = async (ex: Executor, workplaceId: string, storeId: string): Promise<number> => {
  const row = await ex.first<{ open: number }>(sql`
    select (select count(*) from sales_order where workplace_id = ${workplaceId} and store_id = ${storeId}
        and tab = 'unfulfilled')::int
      + (select count(*) from supplier_order where workplace_id = ${workplaceId} and store_id = ${storeId}
        and ${isPurchaseOpen()})::int as open`);
  return row?.open ?? 0;
};

/** What a link asks its owner. Throws STORE_MIGRATE_LINK_BAD, which does not say why. */
export async function readWish(deps: Deps, who: Pick<Who, 'account'>, link: Link): Promise<Wish> {
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
 * The owner lets his store go, or keeps it: once. Throws STORE_MIGRATE_LINK_BAD, or STORE_MIGRATE_OPEN_ORDERS while work of
 * the store is open, which leaves the link good.
 */
export async function decide(
  deps: Deps,
  who: Who,
  link: Link,
  agree: boolean,
  call: { method: 'POST'; path: string },
): Promise<void> {
  const { askedBy, askedByEmail, from, migrationId, openOrders, store, to } = await readWish(deps, who, link);
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
    // What he decided is on the trail of his own workspace; that of the other says who asked.
    await within(tx, { ...from, actor: actorOf(who, call) }, to, () =>
      tx.run(sql`call note_audit('store_migration', ${migrationId}, ${store.platform_domain},
        ${json({ state: agree ? 'agreed' : 'refused', asked_by: askedBy, asked_by_email: askedByEmail })})`),
    );
  });
}
