/**
 * Who may do what in a workspace: the one table, read by the server at every call and by the screens for what they show.
 * A member has one role in a workspace and may be held to some of its stores.
 */

/** The owner is the account whose plan and wallet pay; a workspace has exactly one, and nobody is invited as one. */
export const ROLES = ['owner', 'manager', 'buyer', 'lister', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that an invitation may give. */
export const INVITED_ROLES = ['manager', 'buyer', 'lister', 'viewer'] as const satisfies readonly Role[];
export type InvitedRole = (typeof INVITED_ROLES)[number];

const everyone = ROLES;
const owner = ['owner'] as const;
const managers = ['owner', 'manager'] as const;
const buyers = ['owner', 'manager', 'buyer'] as const;
const listers = ['owner', 'manager', 'lister'] as const;
const readersOfOrders = ['owner', 'manager', 'buyer', 'viewer'] as const;

/** Area, action, and the roles that may. The action `read` changes nothing; every other action is written down. */
export const PERMISSION_TABLE = {
  workspace: { read: everyone, change: managers, remove: owner },
  team: { read: managers, change: managers },
  audit: { read: managers },
  tokens: { read: owner, change: owner },
  stores: { read: everyone, connect: managers, change: managers, move: owner },
  suppliers: { read: everyone, change: managers },
  sourcing: { read: everyone },
  products: { read: everyone, change: listers, push: listers },
  orders: { read: readersOfOrders, change: buyers, pay: buyers },
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

/** What concerns the whole workspace: not for a member who is held to some of its stores, whatever his role. */
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

/** What no token for scripts can be given: it could make itself more than it is. */
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

export const rolesOf = (permission: Permission): readonly Role[] => {
  const [area = '', action = ''] = permission.split('.');
  return (PERMISSION_TABLE as Record<string, Record<string, readonly Role[]>>)[area]?.[action] ?? [];
};

/** A member as far as permissions go; without `storeIds` he has every store. */
export interface Standing {
  role: Role;
  storeIds?: readonly string[];
  /** Set for a token: it may do what its maker may and what is named here, not more. */
  scopes?: readonly Permission[];
}

/** Why somebody may not, or undefined when he may. */
export function refusalOf(who: Standing, needs: Permission): 'role' | 'stores' | 'scope' | undefined {
  if (!rolesOf(needs).includes(who.role)) return 'role';
  if (who.storeIds && WHOLE_WORKSPACE.includes(needs)) return 'stores';
  if (who.scopes && (NEVER_FOR_TOKENS.includes(needs) || !who.scopes.includes(needs))) return 'scope';
  return undefined;
}

export const may = (who: Standing, needs: Permission): boolean => refusalOf(who, needs) === undefined;
