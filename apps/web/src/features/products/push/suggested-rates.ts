import type { ExchangeRate } from '@quayside/contracts';
import { useQueries } from '@tanstack/react-query';
import { api, type CallData } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

type Listed = CallData<'GET /exchange-rates'>['items'][number];

/** The rate that a field is filled with: the one that the workspace typed last, else the published one. */
export const suggestedRate = ({ published, typed }: Pick<Listed, 'published' | 'typed'>): ExchangeRate | null =>
  typed ?? published;

/** Reads the rates of some pairs of currencies; undefined while they are being read. */
export function useSuggestedRates(
  pairs: readonly { from: string; to: string }[],
): ReadonlyMap<string, Listed> | undefined {
  const byFrom = Map.groupBy(pairs, ({ from }) => from);
  const read = useQueries({
    queries: [...byFrom].map(([from, all]) => {
      const to = [...new Set(all.map((one) => one.to))].sort().join(',');
      return {
        queryKey: queryKeys.part('rates', 'pairs', { from, to }),
        queryFn: ({ signal }: { signal: AbortSignal }) => api('GET /exchange-rates', { query: { from, to }, signal }),
        // Published once a day.
        staleTime: 600_000,
      };
    }),
  });
  if (read.some(({ isPending }) => isPending)) return undefined;
  return new Map(read.flatMap(({ data }) => data?.items ?? []).map((one) => [one.to, one]));
}
