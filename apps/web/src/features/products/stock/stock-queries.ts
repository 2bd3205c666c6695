import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** The locations of all stores, as they were last read, and where stock is written. */
export const stockLocations = queryOptions({
  queryKey: queryKeys.part('stores', 'stock-locations'),
  queryFn: ({ signal }) => api('GET /products/stock-locations', { signal }),
});
