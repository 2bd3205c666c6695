import type { CallData } from './api.ts';

export type Account = CallData<'GET /auth/account'>;
export type LinkedStore = Account['linked_stores'][number];

/** The workspace in use: the stored one when it is still the person's, else the first. */
export function currentWorkplace(
  account: { workplaces: readonly { id: string }[] },
  stored: string | undefined,
): string | undefined {
  return (account.workplaces.find((one) => one.id === stored) ?? account.workplaces[0])?.id;
}

/**
 * The store in use inside a workspace: the stored one when it is active there, else the default store when active,
 * else the first active one, else none (the account then counts as without a store).
 */
export function currentStore(
  stores: readonly Pick<LinkedStore, 'id' | 'workplace_id' | 'status' | 'is_default'>[],
  workplaceId: string | undefined,
  stored: string | undefined,
): string | undefined {
  const active = stores.filter((store) => store.workplace_id === workplaceId && store.status === 'active');
  return (active.find((store) => store.id === stored) ?? active.find((store) => store.is_default) ?? active[0])?.id;
}
