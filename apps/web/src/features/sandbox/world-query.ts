import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** The sandbox's clock and shops; named alike wherever they are read, so that they are asked for once. */
export const worldQuery = queryOptions({
  queryKey: queryKeys.part('stores', 'sandbox'),
  queryFn: ({ signal }) => api('GET /sandbox', { signal }),
  staleTime: 300_000,
});
