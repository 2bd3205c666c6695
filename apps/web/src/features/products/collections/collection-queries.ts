import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** The collections of all stores, as they were last read. */
export const storeCollections = queryOptions({
  queryKey: queryKeys.part('products', 'collections'),
  queryFn: ({ signal }) => api('GET /products/collection/all', { signal }),
});

/** The collections of a product in each store. */
export const productCollections = (id: string) =>
  queryOptions({
    queryKey: queryKeys.detail('products', id, 'collections'),
    queryFn: ({ signal }) => api('GET /center/products/{id}/collections', { params: { id }, signal }),
  });

/** The collections that supplier categories go to. */
export const collectionCategories = queryOptions({
  queryKey: queryKeys.part('products', 'collection-categories'),
  queryFn: ({ signal }) => api('GET /products/collection/categories', { signal }),
});
