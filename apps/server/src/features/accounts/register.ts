import { contracts, DONE } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import { sql } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { isNamedOperator } from '../../http/operators.ts';
import { route } from '../../http/route.ts';
import { SESSION_CHANNEL } from '../../http/session.ts';
import type { Visitor, Who } from '../../http/who.ts';
import { handler } from '../../jobs/define.ts';
import { claimOperator } from './actions/claim-operator.ts';
import { clearLeftovers } from './actions/clear-leftovers.ts';
import { createAccount } from './actions/create-account.ts';
import {
  cancelAccountDeletion,
  eraseAccount,
  findAccountsToErase,
  type OnWorkplaceEnd,
} from './actions/end-account.ts';
import { demoAccount } from './actions/enter.ts';
import type { OnFirstProof } from './actions/first-proof.ts';
import { answerMailRequest } from './actions/mail-request.ts';
import { giveBack, guesses, pace } from './actions/pace.ts';
import { refuseGuessable } from './actions/refuse-guessable.ts';
import { saveProfile } from './actions/save-profile.ts';
import { checkPassword, openSession } from './actions/sign-in.ts';
import { requireTwoFactor } from './actions/two-factor.ts';
import { registerConfirmation } from './confirmation-routes.ts';
import { registerAccountData } from './data-routes.ts';
import { markStep, readGuideline } from './guideline-steps.ts';
import {
  answerMailRequestJob,
  clearAccountLeftoversJob,
  endAccountsJob,
  eraseAccountJob,
} from './jobs/account-jobs.ts';
import { registerPicture } from './picture-routes.ts';
import { PHONE_APP, userInfo } from './queries/user-info.ts';
import { registerRecovery } from './recovery-routes.ts';
import { getGuideline } from './rules/guideline.ts';
import { registerSecurity } from './security-routes.ts';
import { registerSocial } from './social-routes.ts';

/** Accounts, sessions and the quick start. */
export function register(deps: Deps, onWorkplaceEnd: OnWorkplaceEnd, onFirstProof: OnFirstProof): Feature {
  const calls = contracts.accounts;
  const answer = async (accountId: string, session: { token: string; expiresAt: string }, visitor: Visitor) => ({
    token: session.token,
    expires_at: session.expiresAt,
    user: await userInfo(deps, accountId, visitor),
  });
  return {
    jobs: [
      handler(answerMailRequestJob, ({ request_id }) => answerMailRequest(deps, request_id)),
      handler(endAccountsJob, () => findAccountsToErase(deps)),
      handler(eraseAccountJob, ({ account_id }) => eraseAccount(deps, account_id, onWorkplaceEnd)),
      handler(clearAccountLeftoversJob, () => clearLeftovers(deps)),
    ],
    routes(app) {
      registerRecovery(app, deps, onFirstProof);
      registerSecurity(app, deps);
      registerConfirmation(app, deps);
      registerAccountData(app, deps);
      registerSocial(app, deps);
      registerPicture(app, deps);
      route(app, calls.login, async ({ body }, visitor, reply) => {
        const proof = await checkPassword(deps, body.email, body.password, visitor);
        const { accountId } = proof;
        await requireTwoFactor(deps, accountId, body.code, visitor);
        const kept = await cancelAccountDeletion(deps, accountId, visitor);
        if (kept) reply.message('ACCOUNT_KEPT');
        const signedIn = await answer(accountId, await openSession(deps, proof, visitor), visitor);
        return { ...signedIn, ...(kept ? { account_kept: true } : {}) };
      });

      route(app, calls.register, async ({ body }, visitor, reply) => {
        // Sign-up reveals a taken email, because new accounts are signed in immediately; it is rate limited like
        // guessing.
        const paced = [guesses.address(visitor.ip)];
        await pace(deps, paced);
        await refuseGuessable(body.password, body.email);
        if (isNamedOperator(deps.config, body.email))
          throw new AppError('UNPROCESSABLE_ENTITY', 'OPERATOR_BY_LINK', { fields: { email: ['OPERATOR_BY_LINK'] } });
        const { accountId, version } = await createAccount(deps, {
          email: body.email,
          password: body.password,
          firstName: body.first_name,
          lastName: body.last_name,
          language: visitor.locale,
          timeZone: visitor.timeZone,
          fromMarketplace: body.from === 'marketplace',
          fromMobile: visitor.app === PHONE_APP,
        });
        await giveBack(deps, paced);
        reply.message('WELCOME');
        return answer(accountId, await openSession(deps, { accountId, version }, visitor), visitor);
      });

      route(app, calls.claimOperator, async ({ body }, visitor) => {
        const proof = await claimOperator(deps, { id: body.id, code: body.code }, body.password, visitor, onFirstProof);
        const { accountId } = proof;
        app.sessions.forget(accountId);
        await cancelAccountDeletion(deps, accountId, visitor);
        return answer(accountId, await openSession(deps, proof, visitor), visitor);
      });

      route(app, calls.tryNow, async (_input, visitor) => {
        const proof = await demoAccount(deps, visitor);
        return answer(proof.accountId, await openSession(deps, proof, visitor), visitor);
      });

      route(app, calls.account, (_input, who) => userInfo(deps, who.account.id, who));

      route(app, calls.setLanguage, async ({ body }, who) => {
        await deps.db.global((tx) =>
          tx.run(sql`update account set language = ${body.language} where account_id = ${who.account.id}`),
        );
        return DONE;
      });

      route(app, calls.setProfile, async ({ body }, who, reply) => {
        await saveProfile(deps, who, body);
        app.sessions.forget(who.account.id);
        reply.message('SAVED');
        return DONE;
      });

      route(app, calls.logout, async (_input, who) => {
        await deps.db.global(async (tx) => {
          await tx.run(sql`delete from session_token where token_hash = ${who.tokenHash}`);
          await tx.run(sql`select pg_notify(${SESSION_CHANNEL}, ${who.account.id})`);
        });
        app.sessions.forget(who.account.id);
        return DONE;
      });

      // Steps belong to the workspace's owner; dismissing the quick start is per member.
      const guideline = async (who: Pick<Who, 'own' | 'scope'>) => {
        const { done } = await deps.db.read(who.scope, (ex) => readGuideline(ex, who.scope.accountId));
        const { dismissed } = await deps.db.read(who.own, (ex) => readGuideline(ex, who.own.accountId));
        return { ...getGuideline(done), dismissed };
      };
      route(app, calls.guideline, (_input, who) => guideline(who));
      route(app, calls.setGuideline, async ({ body }, who) => {
        const { step, dismiss } = body;
        if (step) await deps.db.tenant(who.scope, (tx) => markStep(tx, who.scope.accountId, who.workplaceId, step));
        if (dismiss !== undefined)
          await deps.db.tenant(who.own, (tx) =>
            tx.run(
              dismiss
                ? sql`insert into account_flag (account_id, flag) values (${who.account.id}, 'guideline:dismissed') on conflict do nothing`
                : sql`delete from account_flag where account_id = ${who.account.id} and flag = 'guideline:dismissed'`,
            ),
          );
        return guideline(who);
      });
    },
  };
}
