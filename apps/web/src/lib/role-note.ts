import { ROLES, type Role } from '@quayside/contracts/permissions.ts';

/** What is kept of a person's role in the workspace in use, so that the next page knows it before the account is read again. */
export const roleNote = (workplaceId: string, role: Role): string => `${workplaceId} ${role}`;

/** The role that a note tells of in a workspace; undefined: it tells of another one, or of none. */
export function notedRole(note: string | undefined, workplaceId: string | undefined): Role | undefined {
  const [place, role] = (note ?? '').split(' ');
  return workplaceId !== undefined && place === workplaceId ? ROLES.find((one) => one === role) : undefined;
}
