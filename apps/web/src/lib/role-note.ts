import { ROLES, type Role } from '@quayside/contracts/permissions.ts';

/** The person's stored role in the current workspace, so that the next page knows it before the account loads. */
export const roleNote = (workplaceId: string, role: Role): string => `${workplaceId} ${role}`;

/** The stored role for a workspace; undefined: none, or another workspace's. */
export function notedRole(note: string | undefined, workplaceId: string | undefined): Role | undefined {
  const [place, role] = (note ?? '').split(' ');
  return workplaceId !== undefined && place === workplaceId ? ROLES.find((one) => one === role) : undefined;
}
