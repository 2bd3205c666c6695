import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { homeSummary } from '../../lib/home-summary.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useMay } from '../../lib/use-may.ts';
import type { BadgeKey } from './places.ts';

/** The numbers beside the places; absent until they are known. Kept live by the topics `counts` and `orders`. */
export function useCounts(): Partial<Record<BadgeKey, number>> & { isOrdersCapped: boolean } {
  const { workplaceId, shownStore } = useAccount();
  const enabled = workplaceId !== undefined;
  const { known, may } = useMay();
  const products = useQuery({
    queryKey: queryKeys.part('counts', 'products'),
    queryFn: ({ signal }) => api('GET /center/products/count', { signal }),
    enabled,
  });
  const orders = useQuery({
    ...homeSummary(shownStore?.id),
    enabled: enabled && known && may('orders.read'),
  });
  const { to_place: waiting, most } = orders.data ?? {};
  return {
    unpushed: products.data?.unpushed,
    pushed: products.data?.pushed,
    orders: waiting,
    /** Counting stopped: there may be more. */
    isOrdersCapped: waiting !== undefined && most !== undefined && waiting >= most,
  };
}
