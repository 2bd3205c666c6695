import { contracts } from '@quayside/contracts';
import { notFound } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import { findStore, storeAnswer } from '../connections/index.ts';
import { bindAccount } from './actions/bind-account.ts';
import { autoLogin, begin } from './actions/enter.ts';

/** Working inside a platform's admin. */
export function register(deps: Deps): Feature {
  const calls = contracts.embedded;
  return {
    jobs: [],
    routes(app) {
      route(app, calls.autoLogin, ({ params, body }, visitor) => autoLogin(deps, params.platform, body, visitor));
      route(app, calls.begin, ({ params, body }, visitor) => begin(deps, params.platform, body.session_token, visitor));
      route(app, calls.bind, async ({ params, body }, who, reply) => {
        const { scope, storeId } = await bindAccount(deps, who, params.platform, body);
        const row = await deps.db.read(scope, (ex) => findStore(ex, scope.workplaceId, storeId));
        if (!row) throw notFound('STORE_NOT_FOUND');
        reply.message('STORE_CONNECTED');
        return storeAnswer(row, who.locale);
      });
    },
  };
}
