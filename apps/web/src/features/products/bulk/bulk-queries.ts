import type { BulkChanges, BulkEditView, ProductSummary } from '@quayside/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type CallBody, type CallData, type CallQuery } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

const RUNNING_MS = 1_000;

/** The filter of a product list. */
export type ProductFilter = CallQuery<'GET /center/products/matching'>;

/** How many products match a filter, by what decides which stores take them. */
export const matchingQuery = (filter: ProductFilter) =>
  queryOptions({
    queryKey: queryKeys.part('products', 'matching', filter),
    queryFn: ({ signal }) => api('GET /center/products/matching', { query: filter, signal }),
    placeholderData: keepPreviousData,
  });

/** A push of all matching products; read again while it queues them. */
export const pushBatchQuery = (batchId: string) =>
  queryOptions({
    queryKey: queryKeys.part('products', 'push-batch', { batchId }),
    queryFn: ({ signal }) =>
      api('GET /center/products/push-batches/{batch_id}', { params: { batch_id: batchId }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'ended' ? false : RUNNING_MS),
  });

/** The first products that a store was left out for. `refused`: how many, so that more of them are read. */
export const refusedQuery = (batchId: string, refused: number) =>
  queryOptions({
    queryKey: queryKeys.part('products', 'push-batch-refused', { batchId, refused }),
    queryFn: ({ signal }) =>
      api('GET /center/products/push-batches/{batch_id}/refused', {
        params: { batch_id: batchId },
        query: { page_size: 50 },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** How products of each store are copied to other stores, and the credits for each product. */
export const copySettingsQuery = queryOptions({
  queryKey: queryKeys.part('products', 'copy-settings'),
  queryFn: ({ signal }) => api('GET /products/copy-product-to-new-store/settings', { signal }),
});

/** Which products can be copied from one store to another, and the credits it takes. */
export const copyPreviewQuery = (body: CallBody<'POST /products/copy-product-to-new-store/preview'>) =>
  queryOptions({
    queryKey: queryKeys.part('products', 'copy-preview', body),
    queryFn: ({ signal }) => api('POST /products/copy-product-to-new-store/preview', { body, quiet: true, signal }),
  });

type PreviewPage = CallData<'POST /center/products/bulk-edits/preview'>;
/** Of everything that matches a filter: how many match, and how many of them are counted by now. `next`: more are to be counted. */
export type ChangePreview = CallData<'POST /center/products/bulk-changes/preview'> &
  Partial<Pick<PreviewPage, 'matching' | 'examined' | 'failing' | 'next'>>;

/** Counts of the pages so far, with the examples of the first one. */
export const sumPages = (before: PreviewPage | undefined, page: PreviewPage): PreviewPage =>
  before
    ? {
        ...before,
        matching: page.matching,
        next: page.next,
        examined: before.examined + page.examined,
        changing: before.changing + page.changing,
        unchanged: before.unchanged + page.unchanged,
        own_values: before.own_values + page.own_values,
        failing: before.failing + page.failing,
        failed: { ...page.failed, ...before.failed },
      }
    : page;

/** Chosen products, or everything that a list's filter matches. */
export type ChangeTarget = { products: readonly ProductSummary[] } | { filter: ProductFilter; count: number };

/** What the same changes would do to products. Of everything that matches, a page after the other is counted and shown. */
export const changePreviewQuery = (target: ChangeTarget, changes: BulkChanges) =>
  queryOptions({
    queryKey: queryKeys.part('products', 'bulk-changes', {
      changes,
      of: 'filter' in target ? target.filter : target.products.map((product) => product.id),
    }),
    queryFn: async ({ client, queryKey, signal }): Promise<ChangePreview> => {
      if (!('filter' in target))
        return api('POST /center/products/bulk-changes/preview', {
          body: { product_ids: target.products.map((product) => product.id), changes },
          quiet: true,
          signal,
        });
      let all: PreviewPage | undefined;
      do {
        const cursor = all?.next ?? undefined;
        const page: PreviewPage = await api('POST /center/products/bulk-edits/preview', {
          body: { filter: target.filter, changes, ...(cursor ? { cursor } : {}) },
          quiet: true,
          signal,
        });
        all = sumPages(all, page);
        if (all.next) client.setQueryData(queryKey, all);
      } while (all.next);
      return all;
    },
  });

/** The latest bulk edits; read again while one is made or undone. */
export const bulkEditsQuery = queryOptions({
  queryKey: queryKeys.part('products', 'bulk-edits', {}),
  queryFn: ({ signal }) => api('GET /center/products/bulk-edits', { signal }),
  refetchInterval: ({ state }) =>
    state.data?.items.some((one) => one.state === 'applying' || one.state === 'undoing') ? RUNNING_MS : false,
});

/** The first products that a bulk edit or its undo left as they were. */
export const leftByEditQuery = ({ edit_id, state }: BulkEditView) =>
  queryOptions({
    queryKey: queryKeys.part('products', 'bulk-edit-left', { edit_id, state }),
    queryFn: ({ signal }) =>
      api('GET /center/products/bulk-edits/{edit_id}/left', {
        params: { edit_id },
        query: { page_size: 50 },
        signal,
      }),
  });
