import { contracts, DONE } from '@quayside/contracts';
import type { Deps } from '../../deps.ts';
import { type HttpApp, route } from '../../http/route.ts';
import type { Visitor } from '../../http/who.ts';
import { cancelAccountDeletion } from './actions/end-account.ts';
import { feedbackBoardUrl } from './actions/feedback-board.ts';
import { openSession, type Proof } from './actions/sign-in.ts';
import { beginLink, listSocials, unlinkSocial } from './actions/social-links.ts';
import { beginSocial, finishSocial, proveSocial } from './actions/social-sign-in.ts';
import { userInfo } from './queries/user-info.ts';

/** Sign-in with Google or Facebook, and the feedback board. */
export function registerSocial(app: HttpApp, deps: Deps): void {
  const calls = contracts.accounts;
  const enter = async (proof: Proof, visitor: Visitor, way: string, bySandbox: boolean) => {
    const { accountId } = proof;
    const kept = await cancelAccountDeletion(deps, accountId, visitor);
    const session = await openSession(deps, proof, visitor, { way, bySandbox });
    return {
      token: session.token,
      expires_at: session.expiresAt,
      user: await userInfo(deps, accountId, visitor),
      ...(kept ? { account_kept: true } : {}),
    };
  };
  route(app, calls.beginSocial, ({ params, query }) => beginSocial(deps, params.social, query.binding));
  route(app, calls.finishSocial, async ({ params, query }, visitor, reply) => {
    const outcome = await finishSocial(deps, params.social, query, visitor);
    if (outcome.state === 'enter')
      return {
        state: 'signed_in' as const,
        ...(await enter(outcome.proof, visitor, params.social, outcome.bySandbox)),
      };
    if (outcome.state === 'linked') {
      reply.message('SOCIAL_LINKED');
      return { state: 'linked' as const, social: params.social };
    }
    if (outcome.state === 'confirmed') return { state: 'confirmed' as const };
    const { needs, email, link } = outcome;
    return { state: 'prove' as const, needs, email, id: link.id, code: link.code };
  });
  route(app, calls.socials, async (_input, who) => ({ items: await listSocials(deps, who.account.id) }));
  route(app, calls.linkSocial, ({ params, body }, who) => beginLink(deps, who, params.social, body.binding));
  route(app, calls.unlinkSocial, async ({ params }, who, reply) => {
    await unlinkSocial(deps, who, params.social);
    reply.message('SOCIAL_UNLINKED');
    return DONE;
  });
  route(app, calls.proveSocial, async ({ body }, visitor) => {
    const link = { id: body.id, code: body.link_code };
    const { bySandbox, proof, provider } = await proveSocial(deps, link, body, visitor);
    return enter(proof, visitor, provider, bySandbox);
  });
  route(app, calls.feedbackBoard, async (_input, who) => ({ url: await feedbackBoardUrl(deps, who.account) }));
}
