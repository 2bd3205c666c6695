import { type Executor, sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { type NotificationEvent, notify } from '../../notifications/index.ts';
import { WARN_DAYS, warningDue } from '../rules/access-end.ts';

interface Ending {
  id: string;
  store_id: string | null;
  name: string;
  mode: string;
  access_ends_at: string;
}

const endingSoon = (ex: Executor, workplaceId: string): Promise<Ending[]> =>
  ex.rows<Ending>(sql`select store_id as id, store_id, coalesce(nullif(store_name, ''), platform_domain) as name, mode, access_ends_at from store
      where workplace_id = ${workplaceId} and status = 'active' and access_ends_at < now() + make_interval(days => ${WARN_DAYS}::int)
    union all select connection_id, null, label, mode, access_ends_at from supplier_connection
      where workplace_id = ${workplaceId} and status = 'active' and access_ends_at < now() + make_interval(days => ${WARN_DAYS}::int)`);

/** Warns about a workspace's connections with expiring credentials, each warning once. */
export const warnAccessEnds = (
  deps: Pick<Deps, 'db' | 'clock'>,
  { accountId, workplaceId }: WorkplaceScope,
): Promise<void> =>
  deps.db.tenant({ accountId, workplaceId }, async (tx) => {
    const notices = (await endingSoon(tx, workplaceId)).flatMap((one): NotificationEvent[] => {
      const days = warningDue(one.access_ends_at, deps.clock.millis());
      if (days === undefined) return [];
      return [
        {
          kind: 'access_ends',
          ...(one.store_id ? { storeId: one.store_id } : {}),
          subject: { id: one.id, name: one.name },
          isSandbox: one.mode === 'sandbox',
          params: { name: one.name, date: one.access_ends_at },
          once: `${one.id} ${one.access_ends_at} ${days}`,
        },
      ];
    });
    await notify(tx, workplaceId, notices);
  });
