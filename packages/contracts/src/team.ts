import { z } from 'zod';
import { emailSchema } from './accounts.ts';
import { call } from './call.ts';
import { INVITED_ROLES, ROLES } from './permissions.ts';
import { doneSchema, idSchema, timeSchema } from './shapes.ts';

/** Days until an unaccepted invitation expires. */
export const INVITATION_DAYS = 7;

/** Days until an unaccepted ownership transfer expires. */
export const OWNERSHIP_TRANSFER_DAYS = 7;

/** The member's stores; null: all, including future ones. */
const storesOf = z.array(idSchema).min(1).max(200).nullable();
const invitedRole = z.enum(INVITED_ROLES);
const linkToken = z.string().regex(/^[\w-]{32,100}$/);

const memberSchema = z
  .object({
    account_id: idSchema,
    name: z.string(),
    email: z.string(),
    /** URL of the person's avatar. */
    avatar: z.string().nullable(),
    role: z.enum(ROLES),
    store_ids: z.array(idSchema).nullable(),
    is_you: z.boolean(),
    /** Whether you may change their role or remove them. */
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

/** The link is shown once to the inviting person; `mailed`: it was also sent to the invited one. */
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
    summary: 'List the members of the workspace and open invitations.',
    data: z.object({
      members: z.array(memberSchema),
      invitations: z.array(invitationSchema),
      /** Roles that you may assign. */
      roles: z.array(invitedRole),
      /** Pending ownership transfer; null: none. */
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
    summary: `Invite a person by email. The link works once, for ${INVITATION_DAYS} days; a new invitation replaces an older one to the same email.`,
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
    summary: 'Create a new link for an invitation. The old link stops working.',
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
    summary: 'Revoke an invitation.',
    params: z.object({ invitation_id: idSchema }),
    data: doneSchema,
  }),
  changeMember: call({
    id: 'own',
    method: 'PUT',
    path: '/team/members/{member_id}',
    access: 'workplace',
    needs: 'team.change',
    summary: "Change a member's role or stores, effective with their next request.",
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
    summary: 'Remove a member from the workspace, effective with their next request.',
    params: z.object({ member_id: idSchema }),
    data: doneSchema,
  }),
  leave: call({
    id: 'own',
    method: 'POST',
    path: '/workplaces/{workplace_id}/leave',
    access: 'account',
    summary: 'Leave a workspace that someone else owns.',
    params: z.object({ workplace_id: idSchema }),
    data: doneSchema,
  }),
  offerOwnership: call({
    id: 'own',
    method: 'POST',
    path: '/team/ownership',
    access: 'workplace',
    needs: 'workspace.remove',
    summary: `Start an ownership transfer to a manager of the workspace, who has ${OWNERSHIP_TRANSFER_DAYS} days to accept. Replaces an earlier one.`,
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
    summary: 'Cancel or decline an ownership transfer.',
    data: doneSchema,
  }),
  acceptOwnership: call({
    id: 'own',
    method: 'POST',
    path: '/team/ownership/accept',
    access: 'workplace',
    needs: 'team.change',
    summary:
      'Accept ownership of the workspace: your plan and wallet pay from now on, and the previous owner becomes a manager.',
    confirm: true,
    body: z.strictObject({}),
    data: doneSchema,
  }),
  invitation: call({
    id: 'own',
    method: 'GET',
    path: '/invitations/{link_token}',
    access: 'public',
    summary: 'Get the details of an invitation by its link.',
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
    summary: 'Accept an invitation to the signed-in email. Returns the workspace.',
    body: z.strictObject({ token: linkToken }),
    data: z.object({ workplace_id: idSchema }),
    perMinute: 30,
  }),
};
