import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** The automatic update rules of each store. */
export const rulesQuery = queryOptions({
  queryKey: queryKeys.part('products', 'auto-update-rules'),
  queryFn: ({ signal }) => api('GET /center/products/auto_update/rules', { signal }),
});

/** Supplier answers that are held as a probable fault. */
export const holdsQuery = queryOptions({
  queryKey: queryKeys.part('products', 'supplier-holds'),
  queryFn: ({ signal }) => api('GET /center/products/auto_update/holds', { signal }),
});
