import { type Adoption, contracts, DONE } from '@quayside/contracts';
import { AppError, notFound } from '@quayside/kernel';
import type { Executor } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { say } from '../../http/messages.ts';
import { route } from '../../http/route.ts';
import { handler } from '../../jobs/define.ts';
import { finishAdoption, runAdoption } from './actions/run-adoption.ts';
import { runSearch } from './actions/search-store.ts';
import { startAdoption } from './actions/start-adoption.ts';
import { adoptProductsJob, searchStoreJob } from './jobs/adoption.ts';
import type { AdoptionPorts } from './ports.ts';
import { findAdoption, latestAdoptions, listSkips } from './repo.ts';
import { searchRoutes } from './search-routes.ts';
import type { AdoptionRow } from './tables.ts';

function answer(
  { cursor: _cursor, error_key: key, error_params: params, keyword, chosen_count: chosen, ...row }: AdoptionRow,
  locale: string,
): Adoption {
  const only = chosen !== null ? ('chosen' as const) : keyword !== null ? ('matching' as const) : ('all' as const);
  return { ...row, only, keyword, error: key === null ? null : say(locale, key, params ?? {}) };
}

/** Taking stores' existing products into the product center. */
export function register(deps: Deps, ports: AdoptionPorts): Feature {
  const calls = contracts.adoption;
  async function known(ex: Executor, workplaceId: string, adoptionId: string): Promise<AdoptionRow> {
    const row = await findAdoption(ex, workplaceId, adoptionId);
    if (!row) throw notFound('ADOPTION_NOT_FOUND');
    return row;
  }

  return {
    jobs: [
      handler(adoptProductsJob, ({ accountId, workplaceId, adoptionId }, run) =>
        runAdoption(deps, ports, { accountId, workplaceId }, adoptionId, run.signal),
      ),
      handler(searchStoreJob, ({ accountId, workplaceId, searchId }, run) =>
        runSearch(deps, { accountId, workplaceId }, searchId, run.signal),
      ),
    ],
    routes(app) {
      route(app, calls.start, async ({ body }, who) => ({
        adoption_id: await startAdoption(deps, who.scope, body.store_id, body.only),
      }));

      searchRoutes(app, deps);

      route(app, calls.latest, (_input, who) =>
        deps.db.read(who.scope, async (ex) => ({
          items: (await latestAdoptions(ex, who.workplaceId)).map((row) => answer(row, who.locale)),
        })),
      );

      route(app, calls.one, ({ params }, who) =>
        deps.db.read(who.scope, async (ex) => answer(await known(ex, who.workplaceId, params.adoption_id), who.locale)),
      );

      route(app, calls.skipped, ({ params, query }, who) =>
        deps.db.read(who.scope, async (ex) => {
          await known(ex, who.workplaceId, params.adoption_id);
          const { cursor = '', page_size: size } = query;
          const items = await listSkips(ex, who.workplaceId, params.adoption_id, { after: cursor, size });
          const last = items.length === size ? items.at(-1) : undefined;
          return { items, ...(last ? { next_cursor: last.external_product_id } : {}) };
        }),
      );

      route(app, calls.cancel, async ({ params }, who) => {
        await deps.db.read(who.scope, (ex) => known(ex, who.workplaceId, params.adoption_id));
        if (!(await finishAdoption(deps, who.scope, params.adoption_id, { state: 'cancelled' })))
          throw new AppError('BAD_REQUEST', 'ADOPTION_ENDED');
        return DONE;
      });
    },
  };
}
