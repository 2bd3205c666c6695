import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** The return addresses of the workspace. */
export const useReturnAddresses = (enabled = true) =>
  useQuery({
    queryKey: queryKeys.part('orders', 'return-addresses'),
    queryFn: ({ signal }) => api('GET /orders/returns/v1/addresses', { signal }),
    enabled,
  });
