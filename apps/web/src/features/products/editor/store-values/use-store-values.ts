import type { StoreField, StoreValues } from '@quayside/contracts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, api, errorText } from '../../../../lib/api.ts';
import { queryKeys } from '../../../../lib/query-keys.ts';
import { dropWork, readSavedWork, saveWork } from '../../../../lib/saved-work.ts';
import { useAccount } from '../../../../lib/use-account.ts';
import { rebaseValues, type StoreEntry, toChange } from './values.ts';

/** The stores that a product may go to, with what it has in one of them only. */
export const storeValuesQuery = (productId: string) =>
  queryOptions({
    queryKey: queryKeys.detail('products', productId, 'store-values'),
    queryFn: ({ signal }) => api('GET /center/products/{id}/store-values', { params: { id: productId }, signal }),
  });

interface State {
  revision: number;
  base: StoreValues;
  draft: StoreValues;
  /** Fields that somebody else changed too. */
  both: StoreField[];
}

/** Changes are kept in the tab this long after the last one. */
const KEEP_MS = 300;

/**
 * The draft of a store's own values. What others save meanwhile comes in; what this person changed stays, also over a reload or
 * an ended session.
 */
export function useStoreValues(productId: string, saved: StoreEntry) {
  const client = useQueryClient();
  const account = useAccount().account?.id ?? '';
  const name = `store-values.${productId}.${saved.store_id}`;
  const [state, setState] = useState<State>(
    () =>
      readSavedWork<State>(name, account) ?? {
        revision: saved.revision,
        base: saved.values,
        draft: saved.values,
        both: [],
      },
  );
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  let now = state;
  if (saved.revision > state.revision) {
    const { draft, both } = rebaseValues(state.base, state.draft, saved.values);
    now = { revision: saved.revision, base: saved.values, draft, both };
    setState(now);
  }
  const change = toChange(now.base, now.draft);
  const isDirty = change !== undefined;
  useEffect(() => {
    if (account === '') return;
    if (!isDirty) {
      dropWork(name);
      return;
    }
    const soon = setTimeout(() => saveWork(name, account, now), KEEP_MS);
    return () => clearTimeout(soon);
  }, [isDirty, now, name, account]);
  const refresh = () => client.invalidateQueries({ queryKey: storeValuesQuery(productId).queryKey });

  async function save(): Promise<void> {
    if (!change) return;
    setSaving(true);
    setFailure(undefined);
    const sent = now.draft;
    try {
      const { revision, values } = await api('PUT /center/products/{id}/store-values/{store_id}', {
        params: { id: productId, store_id: saved.store_id },
        body: { revision: now.revision, values: change },
        quiet: true,
      });
      // What is typed while it is being saved stays a change.
      setState((before) => ({ ...rebaseValues(sent, before.draft, values), revision, base: values, both: [] }));
      await refresh();
      void client.invalidateQueries({ queryKey: queryKeys.detail('products', productId) });
    } catch (error) {
      await refresh();
      const fresh = client.getQueryData(storeValuesQuery(productId).queryKey);
      const isNewer = fresh?.items.some((one) => one.store_id === saved.store_id && one.revision > now.revision);
      // Changed by somebody else: the draft moves onto what they saved, to be checked and saved again.
      if (!(error instanceof ApiError) || !isNewer) setFailure(errorText(error));
    } finally {
      setSaving(false);
    }
  }

  return {
    draft: now.draft,
    both: now.both,
    isDirty,
    saving,
    failure,
    set: (values: Partial<StoreValues>) => setState((before) => ({ ...before, draft: { ...before.draft, ...values } })),
    discard: () => {
      setFailure(undefined);
      setState((before) => ({ ...before, draft: before.base, both: [] }));
    },
    save,
    forget: () => dropWork(name),
  };
}
