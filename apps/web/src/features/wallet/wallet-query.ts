import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** What the wallet holds; named alike wherever it is read. */
export const walletQuery = queryOptions({
  queryKey: queryKeys.part('wallet', 'balances'),
  queryFn: ({ signal }) => api('GET /payments/user/wallets', { signal }),
});
