import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMay } from '../../lib/use-may.ts';

/** How long typing rests before the server is asked, in milliseconds. */
const WAIT_MS = 200;
const MOST_SHOWN = 5;

/** Orders and products of the workspace that match the words, as far as the person may see them. */
export function useFound(words: string) {
  const { may } = useMay();
  const [rested] = useDebouncedValue(words, WAIT_MS);
  const isAsked = words !== '' && rested !== '';
  const orders = useQuery({
    queryKey: queryKeys.list('orders', { palette: rested }),
    queryFn: ({ signal }) =>
      api('GET /orders/v5/list', { query: { keyword: rested, period: 'all', page_size: MOST_SHOWN }, signal }),
    enabled: isAsked && may('orders.read'),
    placeholderData: keepPreviousData,
  });
  const products = useQuery({
    queryKey: queryKeys.list('products', { palette: rested }),
    queryFn: ({ signal }) =>
      api('GET /center/products/listings/elastic-products', {
        query: { keyword: rested, page_size: MOST_SHOWN },
        signal,
      }),
    enabled: isAsked && may('products.read'),
    placeholderData: keepPreviousData,
  });
  return {
    orders: isAsked ? (orders.data?.items ?? []) : [],
    products: isAsked ? (products.data?.items ?? []) : [],
    isSearching: words !== '' && (words !== rested || orders.isFetching || products.isFetching),
    isFailed: isAsked && (orders.isError || products.isError),
  };
}
