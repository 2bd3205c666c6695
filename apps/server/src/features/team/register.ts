import { contracts, DONE } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { getActor, route } from '../../http/route.ts';
import { acceptInvitation } from './actions/accept-invitation.ts';
import { invite, renewInvitation, revokeInvitation } from './actions/invite.ts';
import { changeMember, leaveWorkplace, removeMember } from './actions/manage-member.ts';
import { acceptOwnership, endOwnershipTransfer, startOwnershipTransfer } from './actions/transfer-ownership.ts';
import { listContacts } from './queries/contacts.ts';
import { invitationByLink } from './queries/invitation.ts';
import { readTeam } from './queries/team.ts';

/** Workspace members: inviting, changing, removing. */
export function register(deps: Deps): Feature {
  const calls = contracts.team;
  return {
    jobs: [],
    routes(app) {
      app.contactsOf = (scope) => deps.db.read(scope, (ex) => listContacts(ex, scope.workplaceId));
      route(app, calls.contacts, async (_input, who) => ({
        items: await deps.db.read(who.scope, (ex) => listContacts(ex, who.workplaceId)),
      }));
      route(app, calls.team, (_input, who) => readTeam(deps, who));
      route(app, calls.invite, ({ body }, who) => invite(deps, who, body));
      route(app, calls.renewInvitation, ({ params }, who) => renewInvitation(deps, who, params.invitation_id));
      route(app, calls.revokeInvitation, async ({ params }, who, reply) => {
        await revokeInvitation(deps, who, params.invitation_id);
        reply.message('INVITATION_REVOKED');
        return DONE;
      });
      route(app, calls.changeMember, async ({ params, body }, who, reply) => {
        await changeMember(deps, who, params.member_id, body);
        app.sessions.forget(params.member_id);
        reply.message('MEMBER_CHANGED');
        return DONE;
      });
      route(app, calls.removeMember, async ({ params }, who, reply) => {
        await removeMember(deps, who, params.member_id);
        app.sessions.forget(params.member_id);
        reply.message('MEMBER_REMOVED');
        return DONE;
      });
      route(app, calls.leave, async ({ params }, who, reply) => {
        const place = who.memberships.find((one) => one.workplaceId === params.workplace_id);
        if (!place) throw new AppError('FORBIDDEN', 'WORKPLACE_NOT_YOURS');
        if (place.role === 'owner') throw new AppError('BAD_REQUEST', 'OWNER_CANNOT_LEAVE');
        const scope = { accountId: who.account.id, workplaceId: place.workplaceId, actor: getActor(who, calls.leave) };
        await deps.db.tenant(scope, (tx) => leaveWorkplace(tx, place.workplaceId, who.account.id));
        app.sessions.forget(who.account.id);
        reply.message('WORKPLACE_LEFT');
        return DONE;
      });
      route(app, calls.offerOwnership, async ({ body }, who, reply) => {
        await startOwnershipTransfer(deps, who, body.member_id);
        reply.message('OWNERSHIP_OFFERED');
        return DONE;
      });
      route(app, calls.endOffer, async (_input, who, reply) => {
        await endOwnershipTransfer(deps, who);
        reply.message('OWNERSHIP_OFFER_ENDED');
        return DONE;
      });
      route(app, calls.acceptOwnership, async (_input, who, reply) => {
        const { former } = await acceptOwnership(deps, who, calls.acceptOwnership);
        for (const one of [who.account.id, former]) app.sessions.forget(one);
        reply.message('OWNERSHIP_TAKEN');
        return DONE;
      });
      route(app, calls.invitation, ({ params }) => invitationByLink(deps, params.link_token));
      route(app, calls.accept, async ({ body }, who, reply) => {
        const workplaceId = await acceptInvitation(deps, who, body.token, calls.accept);
        app.sessions.forget(who.account.id);
        reply.message('INVITATION_ACCEPTED');
        return { workplace_id: workplaceId };
      });
    },
  };
}
