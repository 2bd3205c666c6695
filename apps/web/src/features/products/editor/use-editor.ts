import type { ProductDetail } from '@quayside/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError, api, errorText } from '../../../lib/api.ts';
import { dropWork, readSavedWork, saveWork } from '../../../lib/saved-work.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { productDetail } from '../product-queries.ts';
import { getFaults } from './check.ts';
import { type Draft, PLAIN_FIELDS, toDraft, toEdit } from './draft.ts';
import { type History, NO_HISTORY, recorded, redone, undone } from './history.ts';
import { changedFields, changedVariants, changesBetween, getOriginal, summed } from './original.ts';
import { type Rebased, rebase } from './rebase.ts';

/** Typing is kept once it pauses for so long. */
const KEEP_MS = 250;

interface State {
  /** What the draft was begun from. */
  product: ProductDetail;
  draft: Draft;
  /** What somebody else saved while there were changes here; until it is put away. */
  merged: Rebased['conflicts'] | undefined;
  /** Steps of this visit. */
  history: History<Draft>;
  /** The changes are from before a reload or another sign-in; until that is put away. */
  restored: boolean;
}

/** What is kept of unsaved changes: they can be put onto whatever is saved by the time they come back. */
interface Unsaved {
  base: Draft;
  draft: Draft;
}

/** Names of the fields that a change touched, so that typing in one is one step; changes of many variants are steps of their own. */
const changedParts = (before: Draft, after: Draft): string => {
  const parts = PLAIN_FIELDS.filter((field) => before[field] !== after[field]);
  return before.variants === after.variants ? parts.join() : '';
};

const nameOf = (product: ProductDetail): string => `product ${product.id}`;

const begin = (product: ProductDetail): State => ({
  product,
  draft: toDraft(product),
  merged: undefined,
  history: NO_HISTORY,
  restored: false,
});

/** Begins with the changes that a reload or an ended session left behind, put onto what is saved now. */
function resume(product: ProductDetail, account: string): State {
  const kept = readSavedWork<Unsaved>(nameOf(product), account);
  if (!kept) return begin(product);
  const saved = toDraft(product);
  const { draft, conflicts } = rebase(kept.base, kept.draft, saved);
  if (changesBetween(saved, draft).count === 0) return begin(product);
  return { product, draft, merged: conflicts.length > 0 ? conflicts : undefined, history: NO_HISTORY, restored: true };
}

/**
 * The draft of a product: changes of the person at this screen over what is saved. What others save meanwhile comes in
 * by itself; what both changed stays as it is here, and is told.
 */
export function useEditor(product: ProductDetail) {
  const client = useQueryClient();
  const account = useAccount().account?.id ?? '';
  const [state, setState] = useState<State>(() => resume(product, account));
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  // What was sent last and the revision it became: typing goes on while it is saved.
  const sent = useRef<{ revision: number; draft: Draft }>(undefined);

  let now = state;
  if (product.revision > state.product.revision) {
    const isOwn = sent.current?.revision === product.revision;
    const from = isOwn && sent.current ? sent.current.draft : toDraft(state.product);
    const wasDirty = changesBetween(from, state.draft).count > 0;
    const { draft, conflicts } = rebase(from, state.draft, toDraft(product));
    // Steps from before somebody else's changes would take those back.
    const history = isOwn ? state.history : NO_HISTORY;
    now = { product, draft, history, merged: isOwn || !wasDirty ? undefined : conflicts, restored: false };
    setState(now);
  }

  const base = useMemo(() => toDraft(now.product), [now.product]);
  const original = useMemo(() => getOriginal(now.product), [now.product]);
  // Comparing hundreds of variants waits until what was typed or filled is on the screen.
  const compared = useDeferredValue(now.draft);
  const fields = useMemo(() => changedFields(original, now.draft), [original, now.draft]);
  const variants = useMemo(() => changedVariants(original.variants, compared.variants), [original, compared.variants]);
  const changes = useMemo(() => summed(fields, variants), [fields, variants]);
  const faults = useMemo(() => getFaults(compared), [compared]);
  const isDirty = useMemo(() => toEdit(now.product, base, compared) !== undefined, [now.product, base, compared]);

  const change = useCallback((next: (draft: Draft) => Draft, what?: string) => {
    const at = performance.now();
    setState((before) => {
      const draft = next(before.draft);
      if (draft === before.draft) return before;
      const history = recorded(before.history, before.draft, what ?? changedParts(before.draft, draft), at);
      return { ...before, draft, history };
    });
  }, []);
  const step = useCallback(
    (to: typeof undone) =>
      setState((before) => {
        const found = to(before.history, before.draft);
        return found ? { ...before, draft: found.value, history: found.history } : before;
      }),
    [],
  );
  const undo = useCallback(() => step(undone), [step]);
  const redo = useCallback(() => step(redone), [step]);

  useEffect(() => {
    if (account === '') return;
    if (!isDirty) {
      dropWork(nameOf(now.product));
      return;
    }
    const soon = setTimeout(() => saveWork<Unsaved>(nameOf(now.product), account, { base, draft: compared }), KEEP_MS);
    return () => clearTimeout(soon);
  }, [isDirty, now.product, compared, base, account]);

  const forget = useCallback(() => dropWork(nameOf(now.product)), [now.product]);

  /** Saves what has changed, if anything. Returns the product as it is saved; undefined when it could not be. */
  async function save(): Promise<ProductDetail | undefined> {
    const { draft } = now;
    const edit = toEdit(now.product, base, draft);
    if (!edit) return product;
    if (getFaults(draft).length > 0) return undefined;
    setSaving(true);
    setFailure(undefined);
    try {
      const { items } = await api('PUT /center/products/bulk_update', { body: { products: [edit] }, quiet: true });
      const saved = items[0];
      if (saved) {
        sent.current = { revision: saved.revision, draft };
        client.setQueryData(productDetail(saved.id).queryKey, saved);
      }
      void client.invalidateQueries({ queryKey: ['products', 'list'] });
      return saved ?? product;
    } catch (error) {
      // Changed by somebody else: read it again, and the draft moves onto it.
      const fresh = await client.fetchQuery({ ...productDetail(product.id), staleTime: 0 }).catch(() => undefined);
      if (!(error instanceof ApiError) || !fresh || fresh.revision === edit.revision) setFailure(errorText(error));
      return undefined;
    } finally {
      setSaving(false);
    }
  }

  return {
    /** As saved, with its stores; what the draft is compared with. */
    product,
    base,
    original,
    draft: now.draft,
    /** `what`: names the place of a change; changes of one place in quick succession are undone together. */
    change,
    undo,
    redo,
    canUndo: now.history.past.length > 0,
    canRedo: now.history.future.length > 0,
    /** Against the supplier's original. */
    changes,
    /** There is something to save. */
    isDirty,
    faults,
    saving,
    failure,
    merged: now.merged,
    restored: now.restored,
    putAway: () => setState((before) => ({ ...before, merged: undefined, restored: false })),
    /** The person leaves without saving, knowingly. */
    forget,
    discard: () => {
      setFailure(undefined);
      setState((before) => begin(before.product));
    },
    save,
  };
}

export type Editor = ReturnType<typeof useEditor>;
