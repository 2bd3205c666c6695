import { contracts, type Storefront } from '@quayside/contracts';
import { notFound } from '@quayside/kernel';
import type { WorkplaceScope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import { handler } from '../../jobs/define.ts';
import { findStore, problemAnswer } from '../connections/index.ts';
import { readStorefront } from './actions/read-storefront.ts';
import { requestStorefront } from './actions/request-storefront.ts';
import { takePages } from './actions/take-pages.ts';
import { readStorefrontJob } from './jobs/storefronts.ts';
import { findDetectedApps, findStorefront } from './repo.ts';
import { RECOMMENDED_APPS } from './rules/recommended-apps.ts';

/** What connected stores show of themselves: asked for, read by a job, told. */
export function register(deps: Deps): Feature {
  const calls = contracts.storefronts;

  const storefrontOf = (scope: WorkplaceScope, storeId: string, locale: string): Promise<Storefront> =>
    deps.db.read(scope, async (ex) => {
      if (!(await findStore(ex, scope.workplaceId, storeId))) throw notFound('STORE_NOT_FOUND');
      const row = await findStorefront(ex, scope.workplaceId, storeId);
      return {
        state: row?.state ?? 'never',
        read_at: row?.read_at ?? null,
        info: row?.info ?? null,
        problem: row?.state === 'failed' ? problemAnswer(locale, row.problem) : null,
      };
    });

  return {
    routes(app) {
      route(app, calls.recommendedApps, async () => ({ items: [...RECOMMENDED_APPS] }));
      route(app, calls.detectedApps, async (_input, { scope }) => ({
        items: await deps.db.read(scope, (ex) => findDetectedApps(ex, scope.workplaceId)),
      }));
      route(app, calls.storefront, ({ params }, who) => storefrontOf(who.scope, params.store_id, who.locale));
      route(app, calls.readStorefront, async ({ params }, who) => {
        await requestStorefront(deps, who.scope, params.store_id);
        return storefrontOf(who.scope, params.store_id, who.locale);
      });
      route(app, calls.takePages, async ({ params, body }, who) => {
        await takePages(deps, who.scope, params.store_id, body);
        return storefrontOf(who.scope, params.store_id, who.locale);
      });
    },
    jobs: [handler(readStorefrontJob, ({ storeId, ...scope }, run) => readStorefront(deps, scope, storeId, run))],
  };
}
