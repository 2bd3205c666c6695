import { contracts, DONE } from '@quayside/contracts';
import { sql } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import { handler } from '../../jobs/define.ts';
import { problemAnswer } from '../connections/index.ts';
import { decide, findMigrationRequest } from './actions/decide-migration.ts';
import { migrateStore } from './actions/migrate-store.ts';
import { requestMigration } from './actions/request-migration.ts';
import { migrateStoreJob } from './jobs/migrate-jobs.ts';
import { listMigrations } from './migration-repo.ts';

/** Calls and jobs of store migrations between accounts. */
export function storeMigrations(deps: Deps): Feature {
  const calls = contracts.migrate;
  return {
    jobs: [handler(migrateStoreJob, (payload) => migrateStore(deps, payload))],
    routes(app) {
      route(app, calls.ask, ({ body }, who) => requestMigration(deps, who, body));
      route(app, calls.migrations, async (_input, who) => {
        const rows = await deps.db.read(who.scope, (ex) => listMigrations(ex, who.workplaceId));
        return {
          items: rows.map((row) => ({
            migration_id: row.migration_id,
            platform: row.platform,
            platform_domain: row.platform_domain,
            is_sandbox: row.mode === 'sandbox',
            state: row.state,
            problem: problemAnswer(who.locale, row.error),
            created_at: row.created_at,
            changed_at: row.changed_at,
          })),
        };
      });
      route(app, calls.asked, async ({ params }, who) => {
        const wish = await findMigrationRequest(deps, who, params);
        const workplace = await deps.db.read(wish.to, (ex) =>
          ex.first<{ name: string }>(sql`select name from workplace where workplace_id = ${wish.to.workplaceId}`),
        );
        return {
          platform_domain: wish.store.platform_domain,
          store_name: wish.store.store_name,
          asked_by: wish.askedBy,
          asked_by_email: wish.askedByEmail,
          workspace: workplace?.name ?? '',
          open_orders: wish.openOrders,
        };
      });
      route(app, calls.decide, async ({ body }, who) => {
        await decide(deps, who, body, body.agree, calls.decide);
        return DONE;
      });
    },
  };
}
