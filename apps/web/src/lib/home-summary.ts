import type { HomePeriod } from '@quayside/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** Open tasks and the sales of a period, of one store or of all; beside the navigation and on Home. */
export const homeSummary = (storeId: string | undefined, period: HomePeriod = '30_days') =>
  queryOptions({
    queryKey: queryKeys.part('orders', 'home-summary', { storeId, period }),
    queryFn: ({ signal }) => api('GET /home/summary', { query: { store_id: storeId, period }, signal }),
  });
