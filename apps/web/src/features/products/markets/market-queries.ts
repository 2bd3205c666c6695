import type { MarketPriceRow } from '@quayside/contracts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** Markets of all stores, as they were last read, and who sets the prices there. */
export const marketPrices = queryOptions({
  queryKey: queryKeys.part('stores', 'market-prices'),
  queryFn: ({ signal }) => api('GET /products/market-prices', { signal }),
});

export interface MarketAsk {
  storeId: string;
  priceList: string;
  verdict: MarketPriceRow['verdict'] | undefined;
}

/** Prices of the owner's products in a market, now and by the saved rule. */
export const marketPreview = ({ storeId, priceList, verdict }: MarketAsk) =>
  infiniteQueryOptions({
    queryKey: queryKeys.part('stores', 'market-preview', { storeId, priceList, verdict }),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api('GET /products/market-prices/preview', {
        query: {
          store_id: storeId,
          price_list: priceList,
          ...(verdict ? { verdict } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        signal,
      }),
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
