import { INVITED_ROLES, type InvitedRole, may, PERMISSIONS, type Role } from '@quayside/contracts';

/** Roles that a person may assign and manage: only owners manage managers. */
export const rolesGivenBy = (role: Role): readonly InvitedRole[] =>
  role === 'owner' ? INVITED_ROLES : role === 'manager' ? INVITED_ROLES.filter((one) => one !== 'manager') : [];

export const manages = (actor: Role, target: Role): boolean => rolesGivenBy(actor).some((role) => role === target);

interface Access {
  role: Role;
  /** null: every store. */
  store_ids: readonly string[] | null;
}

/** Whether a change gives a member permissions or stores they didn't have. */
export function growsAccess(before: Access, after: Access): boolean {
  const { store_ids: seen } = before;
  if (seen && (!after.store_ids || after.store_ids.some((id) => !seen.includes(id)))) return true;
  const standing = ({ role, store_ids }: Access) => ({ role, ...(store_ids ? { storeIds: store_ids } : {}) });
  return PERMISSIONS.some((one) => may(standing(after), one) && !may(standing(before), one));
}
