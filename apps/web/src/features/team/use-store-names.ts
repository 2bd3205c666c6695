import { useCallback } from 'react';
import { useAccount } from '../../lib/use-account.ts';
import { useFormats } from '../../lib/use-formats.ts';

/** The names of stores as one text. A store that is gone is left out. */
export function useStoreNames(): (ids: readonly string[]) => string {
  const { account } = useAccount();
  const { list } = useFormats();
  return useCallback(
    (ids) =>
      list(
        (account?.linked_stores ?? [])
          .filter((store) => ids.includes(store.id))
          .map((store) => store.store_name || store.platform_domain),
      ),
    [account, list],
  );
}
