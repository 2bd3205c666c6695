import { type ImagePlacement, MOST_IMAGES_ACCEPTED } from '@quayside/contracts/image-choices.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, api, type CallBody, errorText } from '../../../lib/api.ts';
import { uniqueRows } from '../../../lib/live-pages.ts';
import { toast } from '../../../lib/toasts.ts';
import { IMAGE_RESULTS, PAGE_SIZE } from './image-queries.ts';

const BEGIN = 'POST /center/products/optimize-image';
export type ImageOrder = CallBody<typeof BEGIN>;

/** What an accepted or undone image changes on other screens. */
const TOUCHED = ['products', 'processes', 'counts', 'gallery'];

/** The improved images of the workspace, kept fresh by live events, and what is done with them. */
export function useImages() {
  const { t } = useTranslation(['images', 'products']);
  const client = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const query = useInfiniteQuery({
    queryKey: IMAGE_RESULTS,
    queryFn: ({ pageParam, signal }) =>
      api('GET /center/products/image-enhancements', { query: { page_size: PAGE_SIZE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor,
  });
  const rows = uniqueRows(query.data?.pages ?? [], (row) => row.image_enhancement_id);

  /** Makes one change at a time; what it changed is read again before the next. */
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

  /** Shows the first of what could not be done. */
  const showFailed = (failed: Record<string, { text: string }>) => {
    const [first] = Object.values(failed);
    if (first) toast('error', first.text);
  };

  const accept = (what: string, ids: readonly string[], placement: ImagePlacement) =>
    change(what, async () => {
      for (let at = 0; at < ids.length; at += MOST_IMAGES_ACCEPTED) {
        const body = { image_enhancement_ids: ids.slice(at, at + MOST_IMAGES_ACCEPTED), placement };
        showFailed((await api('POST /center/products/image-enhancements/accept', { body, quiet: true })).failed);
      }
    });

  return {
    rows,
    isLoading: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    /** What is in progress: `begin`, `all`, or the id of an image. */
    busy,
    begin: (body: ImageOrder) =>
      change('begin', async () => {
        const { items, failed } = await api(BEGIN, { body, quiet: true });
        const [first] = Object.values(failed);
        if (!first) return;
        // Where none was started it is no part but a failure.
        if (items.length === 0) throw new ApiError(BEGIN, { status: 201, code: first.key, message: first.text });
        toast('error', t('products:enhance.failed', { count: Object.keys(failed).length, reason: first.text }));
      }),
    accept: (id: string, placement: ImagePlacement) => accept(id, [id], placement),
    acceptAll: (ids: readonly string[]) => accept('all', ids, 'replace'),
    undo: (id: string) =>
      change(id, () =>
        api('POST /center/products/image-enhancements/{image_enhancement_id}/undo', {
          params: { image_enhancement_id: id },
          quiet: true,
        }),
      ),
    discard: (id: string) =>
      change(id, async () => {
        const body = { image_enhancement_ids: [id] };
        showFailed((await api('DELETE /center/products/image-enhancements', { body, quiet: true })).failed);
      }),
  };
}
export type Images = ReturnType<typeof useImages>;
