/**
 * Permissions in a workspace: the single table for the server's checks and the screens. A member has one role in a
 * workspace and may be limited to some of its stores.
 */

/** The owner is the account whose plan and wallet pay; each workspace has exactly one, never by invitation. */
export const ROLES = ['owner', 'manager', 'buyer', 'lister', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Roles available for invitations. */
export const INVITED_ROLES = ['manager', 'buyer', 'lister', 'viewer'] as const satisfies readonly Role[];
export type InvitedRole = (typeof INVITED_ROLES)[number];

const everyone = ROLES;
const owner = ['owner'] as const;
const managers = ['owner', 'manager'] as const;
const buyers = ['owner', 'manager', 'buyer'] as const;
const listers = ['owner', 'manager', 'lister'] as const;
const readersOfOrders = ['owner', 'manager', 'buyer', 'viewer'] as const;

/** Area, action and allowed roles. `read` changes nothing; all other actions are recorded in the audit log. */
export const PERMISSION_TABLE = {
  workspace: { read: everyone, change: managers, remove: owner },
  team: { read: managers, change: managers },
  audit: { read: managers },
  tokens: { read: owner, change: owner },
  stores: { read: everyone, connect: managers, change: managers, move: owner },
  suppliers: { read: everyone, change: managers },
  sourcing: { read: everyone },
  products: { read: everyone, change: listers, push: listers },
  orders: { read: readersOfOrders, change: buyers, pay: buyers, approve: managers },
  wallet: { read: buyers, history: managers, topup: managers, policy: owner },
  privacy: { read: managers, change: managers },
  processes: { read: everyone, change: ['owner', 'manager', 'buyer', 'lister'] },
  notifications: { read: everyone, webhook: managers },
  sandbox: { read: everyone, change: managers },
} as const satisfies Record<string, Record<string, readonly Role[]>>;

type Table = typeof PERMISSION_TABLE;
export type Area = keyof Table;
export type Permission = { [A in Area]: `${A}.${keyof Table[A] & string}` }[Area];

export const PERMISSIONS = Object.entries(PERMISSION_TABLE).flatMap(([area, actions]) =>
  Object.keys(actions).map((action) => `${area}.${action}` as Permission),
);

/** Permissions for the whole workspace: denied to members limited to some stores, whatever their role. */
export const WHOLE_WORKSPACE: readonly Permission[] = [
  'workspace.change',
  'workspace.remove',
  'team.read',
  'team.change',
  'audit.read',
  'tokens.read',
  'tokens.change',
  'stores.connect',
  'stores.move',
  'suppliers.change',
  'privacy.read',
  'privacy.change',
  'wallet.history',
  'wallet.topup',
  'wallet.policy',
  'notifications.webhook',
  'sandbox.change',
];

/** Permissions that API tokens can't have, because they would allow privilege escalation. */
export const NEVER_FOR_TOKENS: readonly Permission[] = [
  'workspace.remove',
  'stores.move',
  'team.read',
  'team.change',
  'tokens.read',
  'tokens.change',
  'privacy.read',
  'privacy.change',
  'wallet.policy',
];

export const getRoles = (permission: Permission): readonly Role[] => {
  const [area = '', action = ''] = permission.split('.');
  return (PERMISSION_TABLE as Record<string, Record<string, readonly Role[]>>)[area]?.[action] ?? [];
};

/** A member's role and limits; without `storeIds` all stores. */
export interface Standing {
  role: Role;
  storeIds?: readonly string[];
  /** Set for a token: limits it to these permissions of its creator. */
  scopes?: readonly Permission[];
}

/** Why a permission is denied; undefined: it is granted. */
export function getRefusal(who: Standing, needs: Permission): 'role' | 'stores' | 'scope' | undefined {
  if (!getRoles(needs).includes(who.role)) return 'role';
  if (who.storeIds && WHOLE_WORKSPACE.includes(needs)) return 'stores';
  if (who.scopes && (NEVER_FOR_TOKENS.includes(needs) || !who.scopes.includes(needs))) return 'scope';
  return undefined;
}

export const may = (who: Standing, needs: Permission): boolean => getRefusal(who, needs) === undefined;
