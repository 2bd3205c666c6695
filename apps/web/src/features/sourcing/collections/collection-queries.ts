import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** The collections, with how many products are known of each. */
export const collectionSizes = () =>
  queryOptions({
    queryKey: queryKeys.part('sources', 'collections'),
    queryFn: ({ signal }) => api('GET /product-sources/collections/list', { signal }),
    staleTime: 60_000,
  });
