import type { PriceRule } from '@quayside/contracts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

const RUNNING_MS = 1_000;
const PAGE_SIZE = 20;

const isRunning = (state: string | undefined): boolean => state === 'applying' || state === 'undoing';

/** The price rule of the workspace (null) or of a store. */
export const settingQuery = (storeId: string | null) =>
  queryOptions({
    queryKey: queryKeys.part('products', 'selling-price', { storeId }),
    queryFn: ({ signal }) =>
      api('GET /center/products/setting/selling_price', { query: storeId ? { store_id: storeId } : {}, signal }),
  });

export interface PreviewAsk {
  storeId: string | null;
  rule: PriceRule;
  includeEdited: boolean;
  productIds?: readonly string[] | undefined;
}

/** Prices of the owner's products by a rule, saved or not. */
export const previewQuery = ({ storeId, rule, includeEdited, productIds }: PreviewAsk) =>
  infiniteQueryOptions({
    queryKey: queryKeys.list('products', { list: 'price-preview', storeId, rule, includeEdited, productIds }),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api('POST /center/products/setting/selling_price/preview', {
        body: {
          store_id: storeId,
          rule,
          include_edited: includeEdited,
          page_size: PAGE_SIZE,
          ...(pageParam ? { cursor: pageParam } : {}),
          ...(productIds ? { product_ids: [...productIds] } : {}),
        },
        quiet: true,
        signal,
      }),
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });

export const batchesQuery = queryOptions({
  queryKey: queryKeys.part('products', 'price-batches'),
  queryFn: ({ signal }) => api('GET /center/products/price-batches', { signal }),
  refetchInterval: ({ state }) => (state.data?.items.some((one) => isRunning(one.state)) ? RUNNING_MS : false),
});

export const batchQuery = (batchId: string) =>
  queryOptions({
    queryKey: queryKeys.part('products', 'price-batch', { batchId }),
    queryFn: ({ signal }) =>
      api('GET /center/products/price-batches/{batch_id}', { params: { batch_id: batchId }, signal }),
    refetchInterval: ({ state }) => (isRunning(state.data?.state) ? RUNNING_MS : false),
  });
