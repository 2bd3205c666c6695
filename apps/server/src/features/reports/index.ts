import { contracts } from '@quayside/contracts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import { countHolding, type Holding } from './queries/account-statistic.ts';
import { homeSummary } from './queries/home-summary.ts';
import { analyzeOrders, listAnalyzedOrders, listCarriers, summarizeSection } from './queries/order-analyses.ts';
import { orderOnboarding } from './queries/order-onboarding.ts';

export { type WorkspaceUsage, workspaceUsage } from './queries/plan-usage.ts';

/** Reads across features for people; it never writes. */
export function register(deps: Deps): Feature {
  return {
    jobs: [],
    routes(app) {
      route(app, contracts.reports.homeSummary, ({ query }, who) =>
        deps.db.read(who.scope, (ex) =>
          homeSummary(ex, who.workplaceId, { storeId: query.store_id, period: query.period }),
        ),
      );
      const analyses = contracts.orderAnalyses;
      route(app, analyses.onboarding, (_input, who) =>
        deps.db.read(who.scope, (ex) => orderOnboarding(ex, who.workplaceId)),
      );
      route(app, analyses.section, ({ params, query }, who) =>
        deps.db.read(who.scope, (ex) => summarizeSection(ex, who.workplaceId, params.type, query)),
      );
      route(app, analyses.analyses, ({ query }, who) =>
        deps.db.read(who.scope, (ex) => analyzeOrders(ex, who.workplaceId, query)),
      );
      route(app, analyses.preview, ({ query }, who) =>
        deps.db.read(who.scope, (ex) => listAnalyzedOrders(ex, who.workplaceId, query)),
      );
      route(app, analyses.carriers, async ({ query }, who) => ({
        items: await deps.db.read(who.scope, (ex) => listCarriers(ex, who.workplaceId, query)),
      }));
      route(app, contracts.accounts.statistic, async (_input, who) => {
        const own = who.memberships.filter((one) => one.ownerId === who.account.id);
        const sum = { workspaces: own.length, stores: 0, products: 0, listings: 0, orders: 0, supplier_orders: 0 };
        for (const { workplaceId } of own) {
          const holding = await deps.db.read({ ...who.own, workplaceId }, (ex) => countHolding(ex, workplaceId));
          for (const key of Object.keys(holding) as (keyof Holding)[]) sum[key] += holding[key];
        }
        return sum;
      });
    },
  };
}
