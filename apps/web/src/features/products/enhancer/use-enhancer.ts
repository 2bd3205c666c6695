import {
  ENHANCED_FIELDS,
  type EnhancedField,
  type EnhancementKind,
  MOST_ACCEPTED,
} from '@quayside/contracts/enhancer-choices.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, type CallBody, errorText } from '../../../lib/api.ts';
import { uniqueRows } from '../../../lib/live-pages.ts';
import { toast } from '../../../lib/toasts.ts';
import { ENHANCEMENTS, PAGE_SIZE } from './enhancer-queries.ts';
import { leftOut } from './left-out.ts';
import { isReady } from './open-fields.ts';

const STARTS = {
  content: 'POST /center/products/optimize-content',
  seo: 'POST /center/products/generate-seo-content',
} as const satisfies Record<EnhancementKind, string>;

/** What an accepted or undone field changes on other screens. */
const TOUCHED = ['products', 'processes', 'counts'];

/** The proposals of the workspace, kept fresh by live events, and what is done with them. */
export function useEnhancer() {
  const { t } = useTranslation('products');
  const client = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const query = useInfiniteQuery({
    queryKey: ENHANCEMENTS,
    queryFn: ({ pageParam, signal }) =>
      api('GET /center/products/enhancements', { query: { page_size: PAGE_SIZE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor,
  });
  const rows = uniqueRows(query.data?.pages ?? [], (row) => row.enhancement_id);

  /** Makes one change at a time; what it changed is read again before the next, and a failure is told. */
  async function change(what: string, work: () => Promise<unknown>): Promise<boolean> {
    if (busy) return false;
    setBusy(what);
    try {
      await work();
      return true;
    } catch (error) {
      toast('error', errorText(error));
      return false;
    } finally {
      await Promise.all(TOUCHED.map((topic) => client.invalidateQueries({ queryKey: [topic] })));
      setBusy(undefined);
    }
  }

  /** Tells of the first of what could not be done. */
  const tellFailed = (failed: Record<string, { text: string }>) => {
    const [first] = Object.values(failed);
    if (first) toast('error', first.text);
  };

  return {
    rows,
    isLoading: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    /** What is under way: `begin`, `all`, or the id of an enhancement. */
    busy,
    begin: (kind: EnhancementKind, body: CallBody<'POST /center/products/optimize-content'>) =>
      change('begin', async () => {
        const left = leftOut(await api(STARTS[kind], { body, quiet: true }));
        if (left) toast('error', t('enhance.failed', left));
      }),
    accept: (id: string, fields: readonly EnhancedField[]) =>
      change(id, async () => {
        const body = { enhancement_ids: [id], fields: [...fields] };
        tellFailed((await api('POST /center/products/enhancements/accept', { body, quiet: true })).failed);
      }),
    acceptAll: () =>
      change('all', async () => {
        const ids = rows.filter(isReady).map((row) => row.enhancement_id);
        for (let at = 0; at < ids.length; at += MOST_ACCEPTED) {
          const some = ids.slice(at, at + MOST_ACCEPTED);
          const body = { enhancement_ids: some, fields: [...ENHANCED_FIELDS], unread: true };
          tellFailed((await api('POST /center/products/enhancements/accept', { body, quiet: true })).failed);
        }
      }),
    undo: (id: string, field: EnhancedField) =>
      change(id, () =>
        api('GET /center/products/ai-snapshots/{id}/rollback', { params: { id }, query: { field }, quiet: true }),
      ),
    putAway: (id: string) =>
      change(id, async () => {
        const body = { snapshot_ids: [id] };
        tellFailed((await api('DELETE /center/products/ai-snapshots', { body, quiet: true })).failed);
      }),
  };
}
export type Enhancer = ReturnType<typeof useEnhancer>;
