import { contracts, DONE } from '@quayside/contracts';
import type { Deps } from '../../deps.ts';
import { type HttpApp, route } from '../../http/route.ts';
import type { OnFirstProof } from './actions/first-proof.ts';
import { requestMail } from './actions/mail-request.ts';
import { changePassword, resetPassword } from './actions/set-password.ts';
import { verifyEmail } from './actions/verify-email.ts';

/** Email verification and password reset. */
export function registerRecovery(app: HttpApp, deps: Deps, onFirstProof: OnFirstProof): void {
  const calls = contracts.accounts;
  route(app, calls.sendVerification, async ({ body }, visitor) => {
    await requestMail(deps, 'verify', body.email, visitor);
    return DONE;
  });
  route(app, calls.verifyEmail, ({ params }, visitor) => verifyEmail(deps, params, visitor));
  route(app, calls.forgotPassword, async ({ body }, visitor) => {
    await requestMail(deps, 'reset', body.email, visitor);
    return DONE;
  });
  route(app, calls.resetPassword, async ({ body }, visitor) => {
    await resetPassword(deps, { id: body.id, code: body.code }, body, visitor, onFirstProof);
    // The account is only in the link, and this process may get the notification after the next request.
    app.sessions.forget();
    return DONE;
  });
  route(app, calls.changePassword, async ({ body }, who, reply) => {
    await changePassword(deps, who, body);
    app.sessions.forget(who.account.id);
    reply.message('PASSWORD_CHANGED');
    return DONE;
  });
}
