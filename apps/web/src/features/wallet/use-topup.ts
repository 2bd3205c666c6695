import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

const SETTLED = new Set(['paid', 'expired', 'failed']);

/** How a top-up stands; asked again every two seconds while it is under way, and whenever the wallet changes. */
export function useTopup(topupId: string | undefined) {
  const { data } = useQuery({
    queryKey: queryKeys.detail('wallet', topupId ?? ''),
    queryFn: ({ signal }) =>
      api('GET /payments/user/wallets/topup/{topup_id}', { params: { topup_id: topupId ?? '' }, signal }),
    enabled: topupId !== undefined,
    refetchInterval: (query) => (query.state.data && SETTLED.has(query.state.data.state) ? false : 2000),
  });
  return topupId ? data : undefined;
}
