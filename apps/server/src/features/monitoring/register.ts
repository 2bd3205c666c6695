import { contracts } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { say } from '../../http/messages.ts';
import { route } from '../../http/route.ts';
import { handler } from '../../jobs/define.ts';
import type { Quota } from '../plans/index.ts';
import { workplaceFacts } from '../sourcing/index.ts';
import { applyCost } from './actions/apply-cost.ts';
import { checkNow } from './actions/check-now.ts';
import { type CheckListener, checkProducts } from './actions/check-products.ts';
import { saveSetting } from './actions/save-setting.ts';
import { sendDueChecks } from './actions/send-due-checks.ts';
import { type Refusals, trackNewProducts, trackProducts, untrackProducts } from './actions/track-products.ts';
import { checkProductsJob, sendDueChecksJob, trackNewProductsJob } from './jobs/monitoring.ts';
import { supplierList } from './queries/supplier-list.ts';
import { readSetting } from './setting-repo.ts';

const DONE = { done: true } as const;

const problems = (failed: Refusals, locale: string) =>
  Object.fromEntries(
    [...failed].map(([id, why]) => {
      const { key, params } =
        why instanceof AppError ? { key: why.code, params: why.params } : { key: why, params: {} };
      return [id, { key, params, text: say(locale, key, params) }];
    }),
  );

/** Watching products at their suppliers, so that no cost moves unseen. */
export function register(deps: Deps, ports: { quota: Quota; checks: CheckListener }): Feature {
  const calls = contracts.monitoring;
  const factsOf = workplaceFacts(deps);
  return {
    routes(app) {
      route(app, calls.watch, async ({ body }, who) => {
        const { watched, failed } = await trackProducts(deps, ports.quota, who.scope, body.product_ids);
        return { watched, failed: problems(failed, who.locale) };
      });
      route(app, calls.unwatch, async ({ body }, who) => {
        const { stopped, failed } = await untrackProducts(deps, who.scope, body.product_ids);
        return { stopped, failed: problems(failed, who.locale) };
      });
      route(app, calls.look, async ({ body }, who) => {
        const { asked, failed } = await checkNow(deps, who.scope, body.product_ids);
        return { asked, failed: problems(failed, who.locale) };
      });
      route(app, calls.takeCost, async ({ params, body }, who, reply) => {
        const shown = { revision: body.revision, lookedAt: body.looked_at };
        await applyCost(deps, who.scope, params.product_id, shown);
        reply.message('COST_TAKEN');
        return DONE;
      });
      route(app, calls.setting, (_input, who) => deps.db.read(who.scope, (ex) => readSetting(ex, who.workplaceId)));
      route(app, calls.saveSetting, async ({ body }, who, reply) => {
        await saveSetting(deps, who.scope, body);
        reply.message('MONITORING_SAVED');
        return body;
      });
      route(app, calls.suppliers, async (_input, who) => ({
        items: await deps.db.read(who.scope, (ex) => supplierList(deps, ex, who.workplaceId, who.locale)),
      }));
    },
    jobs: [
      handler(sendDueChecksJob, async () => {
        await sendDueChecks(deps);
      }),
      handler(checkProductsJob, (turn, run) => checkProducts(deps, ports.checks, factsOf, turn, run.signal)),
      handler(trackNewProductsJob, ({ accountId, workplaceId, productIds }) =>
        trackNewProducts(deps, ports.quota, { accountId, workplaceId }, productIds),
      ),
    ],
  };
}
