import { contracts } from '@quayside/contracts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import { homeSummary } from './queries/home-summary.ts';

/** Reads across features for people; it never writes. */
export function register(deps: Deps): Feature {
  return {
    jobs: [],
    routes(app) {
      route(app, contracts.reports.homeSummary, (_input, who) =>
        deps.db.read(who.scope, (ex) => homeSummary(ex, who.workplaceId)),
      );
    },
  };
}
