import { INVITED_ROLES, type InvitedRole, type Role } from '@quayside/contracts';

/** Roles that somebody may give, and whose holders he may change: managers are the owner's alone. */
export const rolesGivenBy = (role: Role): readonly InvitedRole[] =>
  role === 'owner' ? INVITED_ROLES : role === 'manager' ? INVITED_ROLES.filter((one) => one !== 'manager') : [];

export const manages = (actor: Role, target: Role): boolean => rolesGivenBy(actor).some((role) => role === target);
