import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** The metafields that all stores define, as they were last read. */
export const storeMetafields = queryOptions({
  queryKey: queryKeys.part('products', 'metafields'),
  queryFn: ({ signal }) => api('GET /products/metafield/all', { signal }),
});

/** The metafields of a product in each store. */
export const productMetafields = (id: string) =>
  queryOptions({
    queryKey: queryKeys.detail('products', id, 'metafields'),
    queryFn: ({ signal }) => api('GET /center/products/{id}/metafields', { params: { id }, signal }),
  });
