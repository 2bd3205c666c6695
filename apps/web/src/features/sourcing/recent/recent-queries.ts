import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** The supplier products that the person opened last. */
export const recentlyViewed = () =>
  queryOptions({
    queryKey: queryKeys.part('sources', 'recently viewed'),
    queryFn: ({ signal }) => api('GET /products/interactions', { signal }),
    staleTime: 60_000,
  });
