import { contracts, DONE } from '@quayside/contracts';
import type { Deps } from '../../deps.ts';
import { type HttpApp, route } from '../../http/route.ts';
import { checkProvider, confirmationState, confirmSession, mailCode } from './actions/confirm-session.ts';
import { beginSocial } from './actions/social-sign-in.ts';

/** Confirming the identity behind a session. */
export function registerConfirmation(app: HttpApp, deps: Deps): void {
  const calls = contracts.accounts;
  route(app, calls.confirmation, async (_input, who) =>
    confirmationState(deps, who, await app.sessions.confirmedUntil(who.tokenHash)),
  );
  route(app, calls.confirm, ({ body }, who) => confirmSession(deps, who, body));
  route(app, calls.sendConfirmationCode, async (_input, who, reply) => {
    await mailCode(deps, who);
    reply.message('CONFIRM_CODE_SENT');
    return DONE;
  });
  route(app, calls.beginConfirmation, async ({ params, body }, who) => {
    await checkProvider(deps, who, params.social);
    return beginSocial(deps, params.social, body.binding, {
      accountId: who.account.id,
      confirms: who.tokenHash.toString('base64'),
    });
  });
}
