import { contracts, DONE } from '@quayside/contracts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import { createToken } from './actions/create-token.ts';
import { revokeToken } from './actions/revoke-token.ts';
import { listTokens } from './repo.ts';

/** Tokens for an owner's own scripts. */
export function register(deps: Deps): Feature {
  const calls = contracts.tokens;
  return {
    jobs: [],
    routes(app) {
      route(app, calls.list, async (_input, who) => ({
        items: await deps.db.read(who.scope, (ex) => listTokens(ex, who.workplaceId)),
      }));
      route(app, calls.create, ({ body }, who) => createToken(deps, who, body));
      route(app, calls.revoke, async ({ params }, who, reply) => {
        await revokeToken(deps, who, params.token_id);
        app.sessions.forget(who.scope.accountId);
        reply.message('TOKEN_REVOKED');
        return DONE;
      });
    },
  };
}
