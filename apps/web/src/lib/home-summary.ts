import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** What waits today and what was sold, of one store or of all; beside the navigation and on Home. */
export const homeSummary = (storeId: string | undefined) =>
  queryOptions({
    queryKey: queryKeys.part('orders', 'home-summary', { storeId }),
    queryFn: ({ signal }) => api('GET /home/summary', { query: { store_id: storeId }, signal }),
  });
