import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** One product with its variants, the supplier's original and what changed against it. */
export const productDetail = (id: string) =>
  queryOptions({
    queryKey: queryKeys.detail('products', id),
    queryFn: ({ signal }) => api('GET /center/products/{id}', { params: { id }, signal }),
  });

/** Tags in use, for suggestions. They may be a few minutes old. */
export const usedTags = queryOptions({
  queryKey: queryKeys.part('products', 'tags', {}),
  queryFn: ({ signal }) => api('GET /products/tags', { query: { page_size: 250 }, signal }),
  staleTime: 5 * 60_000,
});

/** Tags in use that begin with a text, with their products. */
export const tagsLike = (keyword: string) =>
  queryOptions({
    queryKey: queryKeys.part('products', 'tags', { keyword }),
    queryFn: ({ signal }) =>
      api('GET /products/tags', { query: { keyword: keyword || undefined, page_size: 100 }, signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** How many products stand in each tab of the product center. */
export const centerCounts = (storeId: string | undefined) =>
  queryOptions({
    queryKey: queryKeys.part('products', 'center-count', { storeId }),
    queryFn: ({ signal }) =>
      api('GET /center/products/listings/elastic-products/count', { query: { store_id: storeId }, signal }),
  });
