import type { CallData } from './api.ts';

type Answer = CallData<'GET /auth/account'>;
export type LinkedStore = Answer['linked_stores'][string][number];
/** The signed-in account, with the stores of all platforms in one list. */
export type Account = Omit<Answer, 'linked_stores'> & { linked_stores: LinkedStore[] };

/** Converts the API response for the screens. */
export const toAccount = (answer: Answer): Account => ({
  ...answer,
  linked_stores: Object.values(answer.linked_stores).flat(),
});

type Listed = Pick<LinkedStore, 'workplace_id' | 'status'> & Partial<Pick<LinkedStore, 'platform_domain' | 'moving'>>;

/** Returns the stores of a workspace that are not uninstalled. */
export const storesInUse = (stores: readonly LinkedStore[] = [], workplaceId: string | undefined): LinkedStore[] =>
  stores.filter((store) => store.workplace_id === workplaceId && store.status !== 'uninstalled');

/**
 * The current workspace: in a shop's admin the shop's; else the stored one while the person is a member, else the
 * first.
 */
export function currentWorkplace(
  account: { workplaces: readonly { id: string }[]; linked_stores?: readonly Listed[] },
  stored: string | undefined,
  shop?: string,
): string | undefined {
  const around = shop && account.linked_stores?.find((one) => one.platform_domain === shop && one.status === 'active');
  if (around) return around.workplace_id;
  return (account.workplaces.find((one) => one.id === stored) ?? account.workplaces[0])?.id;
}

/**
 * The current store of a workspace, if active, in this order: stored, embedding admin's, default, first; else none (the
 * account counts as without a store). Skips a store that is being transferred to another workspace.
 */
export function currentStore(
  stores: readonly (Listed & Pick<LinkedStore, 'id' | 'is_default'>)[],
  workplaceId: string | undefined,
  stored: string | undefined,
  shop?: string,
): string | undefined {
  const active = stores.filter(
    (store) => store.workplace_id === workplaceId && store.status === 'active' && !store.moving,
  );
  const around = shop && active.find((store) => store.platform_domain === shop);
  return (
    active.find((store) => store.id === stored) ??
    (around || active.find((store) => store.is_default)) ??
    active[0]
  )?.id;
}

/** The choice to see the rows of every store. */
export const ALL_STORES = 'all';

/**
 * The store that lists are narrowed to: the chosen one while it is in the workspace, in a shop's admin that shop unless all stores
 * were chosen, else none, which is all stores.
 */
export function shownStore<S extends Listed & Pick<LinkedStore, 'id'>>(
  stores: readonly S[],
  workplaceId: string | undefined,
  view: string | undefined,
  shop?: string,
): S | undefined {
  const here = stores.filter((store) => store.workplace_id === workplaceId);
  if (view === ALL_STORES) return undefined;
  return (
    here.find((store) => store.id === view) ?? (shop ? here.find((store) => store.platform_domain === shop) : undefined)
  );
}

/** Whether the owner's account is in demo mode, as far as this person's own account reveals. */
export const isInDemoMode = (
  account: Pick<Account, 'remaining_meta_keys' | 'workplaces'> | undefined,
  workplaceId: string | undefined,
): boolean =>
  account?.remaining_meta_keys.DEMO_MODE === true &&
  account.workplaces.some(({ id, is_own }) => id === workplaceId && is_own);
