import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { ALL_STORES, currentStore, currentWorkplace, shownStore, toAccount } from './account.ts';
import { api } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { roleNote } from './role-note.ts';
import { type SessionKey, session } from './session.ts';

const watchers = new Set<() => void>();
const chosen = {
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  read: () => ['workplace', 'store', 'view'].map((key) => session().read(key as SessionKey) ?? '').join('\n'),
};

/** Stores the current store and its workspace. */
export function saveChoice(workplace: string | undefined, store: string | undefined): void {
  session().write('workplace', workplace);
  session().write('store', store);
  for (const watcher of watchers) watcher();
}

/** Saves which store's rows are shown, or that all are. */
function keepView(view: string): void {
  session().write('view', view);
  for (const watcher of watchers) watcher();
}

/** The account with its current workspace and store. Refreshed by events of the topic `stores`. */
export function useAccount() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: queryKeys.part('stores', 'account'),
    queryFn: async ({ signal }) => {
      const account = toAccount(await api('GET /auth/account', { signal }));
      const assumed = session().read('workplace');
      const { shop } = session();
      const workplace = currentWorkplace(account, assumed, shop);
      saveChoice(workplace, currentStore(account.linked_stores, workplace, session().read('store'), shop));
      const role = account.workplaces.find((one) => one.id === workplace)?.role;
      session().write('role', workplace && role ? roleNote(workplace, role) : undefined);
      // Screens started with the last workspace; if the person is no longer a member, they reload.
      if (assumed !== undefined && assumed !== workplace) {
        void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'stores' });
      }
      return account;
    },
    staleTime: 60_000,
  });
  const [workplaceId, storeId, view] = useSyncExternalStore(chosen.watch, chosen.read).split('\n');
  const account = query.data;
  const chooseStore = useCallback(
    (id: string) => {
      const store = account?.linked_stores.find((one) => one.id === id);
      if (!store) return;
      saveChoice(store.workplace_id, store.id);
      keepView(store.id);
      // Data of the previous workspace must not be shown in another one.
      if (store.workplace_id !== workplaceId)
        client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'stores' });
      void client.invalidateQueries();
    },
    [account, workplaceId, client],
  );
  /** Works in a workspace, with the rows of all its stores. */
  const chooseWorkspace = useCallback(
    (id: string) => {
      if (!account) return;
      keepView(ALL_STORES);
      if (id === workplaceId) return;
      saveChoice(id, currentStore(account.linked_stores, id, undefined));
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'stores' });
      void client.invalidateQueries();
    },
    [account, workplaceId, client],
  );
  return useMemo(
    () => ({
      account,
      error: query.error,
      retry: () => void query.refetch(),
      workplaceId: workplaceId || undefined,
      workplace: account?.workplaces.find((one) => one.id === workplaceId),
      store: account?.linked_stores.find((one) => one.id === storeId),
      /** The store that lists are narrowed to; undefined: all of the workspace. */
      shownStore: shownStore(account?.linked_stores ?? [], workplaceId, view, session().shop),
      chooseStore,
      chooseWorkspace,
    }),
    [account, query.error, query.refetch, workplaceId, storeId, view, chooseStore, chooseWorkspace],
  );
}
