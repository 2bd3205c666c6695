import { z } from 'zod';
import { emailSchema } from './accounts.ts';
import { call } from './call.ts';
import { INVITED_ROLES, ROLES } from './permissions.ts';
import { doneSchema, idSchema, timeSchema } from './shapes.ts';

/** Days until an invitation that nobody took ends. */
export const INVITATION_DAYS = 7;

/** Days until an offer of ownership that nobody took ends. */
export const OFFER_DAYS = 7;

/** The stores that a member is held to; null: every store, those of later days too. */
const storesOf = z.array(idSchema).min(1).max(200).nullable();
const invitedRole = z.enum(INVITED_ROLES);
const linkToken = z.string().regex(/^[\w-]{32,100}$/);

const memberSchema = z
  .object({
    account_id: idSchema,
    name: z.string(),
    email: z.string(),
    /** Address of the person's picture. */
    avatar: z.string().nullable(),
    role: z.enum(ROLES),
    store_ids: z.array(idSchema).nullable(),
    is_you: z.boolean(),
    /** Whether you may give him another role or take him out. */
    manageable: z.boolean(),
    joined_at: timeSchema,
    last_seen_at: timeSchema.nullable(),
  })
  .meta({ id: 'TeamMember' });
export type TeamMember = z.output<typeof memberSchema>;

const invitationSchema = z
  .object({
    invitation_id: idSchema,
    email: z.string(),
    role: invitedRole,
    store_ids: z.array(idSchema).nullable(),
    invited_by: z.string(),
    expired: z.boolean(),
    manageable: z.boolean(),
    created_at: timeSchema,
    expires_at: timeSchema,
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.output<typeof invitationSchema>;

/** The link is shown to who invites, this once; `mailed`: it was also sent to the invited person. */
const invited = z.object({ invitation_id: idSchema, link: z.string(), expires_at: timeSchema, mailed: z.boolean() });

export const team = {
  contacts: call({
    id: 'own',
    method: 'GET',
    path: '/team/contacts',
    access: 'workplace',
    needs: 'workspace.read',
    summary:
      'The owner and the managers of the whole workspace, by name: whom to ask for what one’s own role may not do.',
    data: z.object({ items: z.array(z.object({ name: z.string(), role: z.enum(['owner', 'manager']) })) }),
  }),
  team: call({
    id: 'own',
    method: 'GET',
    path: '/team',
    access: 'workplace',
    needs: 'team.read',
    summary: 'Members of the workspace, and invitations that nobody has taken yet.',
    data: z.object({
      members: z.array(memberSchema),
      invitations: z.array(invitationSchema),
      /** Roles that you may give. */
      roles: z.array(invitedRole),
      /** The workspace is offered to somebody; null: it is not. */
      offer: z
        .object({ to_account_id: idSchema, to_name: z.string(), for_you: z.boolean(), expires_at: timeSchema })
        .nullable(),
    }),
  }),
  invite: call({
    id: 'own',
    method: 'POST',
    path: '/team/invitations',
    access: 'workplace',
    needs: 'team.change',
    summary: `Invite a person by e-mail. The link is good once, for ${INVITATION_DAYS} days; a new one ends an older one to the same e-mail.`,
    confirm: true,
    body: z.strictObject({ email: emailSchema, role: invitedRole, store_ids: storesOf.default(null) }),
    data: invited,
    perMinute: 30,
  }),
  renewInvitation: call({
    id: 'own',
    method: 'POST',
    path: '/team/invitations/{invitation_id}/renew',
    access: 'workplace',
    needs: 'team.change',
    summary: 'Make a new link for an invitation; the old one ends.',
    confirm: true,
    params: z.object({ invitation_id: idSchema }),
    data: invited,
    perMinute: 30,
  }),
  revokeInvitation: call({
    id: 'own',
    method: 'DELETE',
    path: '/team/invitations/{invitation_id}',
    access: 'workplace',
    needs: 'team.change',
    summary: 'Take an invitation back.',
    params: z.object({ invitation_id: idSchema }),
    data: doneSchema,
  }),
  changeMember: call({
    id: 'own',
    method: 'PUT',
    path: '/team/members/{member_id}',
    access: 'workplace',
    needs: 'team.change',
    summary: 'Give a member another role or other stores; it holds from his next request on.',
    confirm: true,
    params: z.object({ member_id: idSchema }),
    body: z.strictObject({ role: invitedRole, store_ids: storesOf }),
    data: doneSchema,
  }),
  removeMember: call({
    id: 'own',
    method: 'DELETE',
    path: '/team/members/{member_id}',
    access: 'workplace',
    needs: 'team.change',
    recheck: true,
    summary: 'Take a member out of the workspace; he loses access with his next request.',
    params: z.object({ member_id: idSchema }),
    data: doneSchema,
  }),
  leave: call({
    id: 'own',
    method: 'POST',
    path: '/workplaces/{workplace_id}/leave',
    access: 'account',
    summary: 'Leave a workspace that somebody else owns.',
    params: z.object({ workplace_id: idSchema }),
    data: doneSchema,
  }),
  offerOwnership: call({
    id: 'own',
    method: 'POST',
    path: '/team/ownership',
    access: 'workplace',
    needs: 'workspace.remove',
    summary: `Offer the workspace to one of its managers, who has ${OFFER_DAYS} days to accept. An earlier offer ends.`,
    confirm: true,
    body: z.strictObject({ member_id: idSchema }),
    data: doneSchema,
    perMinute: 30,
  }),
  endOffer: call({
    id: 'own',
    method: 'DELETE',
    path: '/team/ownership',
    access: 'workplace',
    needs: 'team.change',
    summary: 'Take the offer of the workspace back, or decline it.',
    data: doneSchema,
  }),
  acceptOwnership: call({
    id: 'own',
    method: 'POST',
    path: '/team/ownership/accept',
    access: 'workplace',
    needs: 'team.change',
    summary:
      'Take over the workspace that was offered: your plan and wallet pay in it from now on, its owner becomes a manager.',
    confirm: true,
    body: z.strictObject({}),
    data: doneSchema,
  }),
  invitation: call({
    id: 'own',
    method: 'GET',
    path: '/invitations/{link_token}',
    access: 'public',
    summary: 'What an invitation is for, by its link.',
    params: z.object({ link_token: linkToken }),
    data: z.object({
      workplace_name: z.string(),
      invited_by: z.string(),
      email: z.string(),
      role: invitedRole,
      expires_at: timeSchema,
    }),
    perMinute: 30,
  }),
  accept: call({
    id: 'own',
    method: 'POST',
    path: '/invitations/accept',
    access: 'account',
    recheck: true,
    summary: 'Take an invitation that was made to the e-mail of who is signed in; answers the workspace.',
    body: z.strictObject({ token: linkToken }),
    data: z.object({ workplace_id: idSchema }),
    perMinute: 30,
  }),
};
