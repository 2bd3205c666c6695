import type { PlacementPreview } from '@quayside/contracts';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import type { Choices, OrderToPlace, PreviewLine } from './placement.ts';
import { orderToPlace } from './placement.ts';

/** Both wait for suppliers: orders for their own prices, groups for the price of all items together. */
interface Pending {
  orders: readonly { quotes_pending: boolean }[];
  groups: readonly { quotes_pending: boolean }[];
}

/** The server previews so many orders at once. */
const BATCH = 100;

/**
 * What placing these orders would buy, asked again whenever a choice or an order changes and, by the topic `orders`,
 * when a supplier has answered. Orders keep their place while a new answer comes.
 */
export function usePreview(orderIds: readonly string[], choices: Choices, enabled: boolean) {
  // Every line that was ever shown: a line taken out stays in sight, to be put back.
  const [seen, setSeen] = useState<Readonly<Record<string, readonly PreviewLine[]>>>({});
  const wanted = useMemo(
    () =>
      orderIds.flatMap((id) => {
        const order = orderToPlace(
          id,
          (seen[id] ?? []).map((line) => line.id),
          choices,
        );
        return order ? [order] : [];
      }),
    [orderIds, seen, choices],
  );
  const batches = useMemo(() => {
    const list: OrderToPlace[][] = [];
    for (let at = 0; at < wanted.length; at += BATCH) list.push(wanted.slice(at, at + BATCH));
    return list;
  }, [wanted]);
  const answers = useQueries({
    queries: batches.map((orders) => ({
      queryKey: queryKeys.part('orders', 'preview', { orders }),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api('POST /orders/v4/preview', { body: { orders }, signal, quiet: true }),
      enabled,
      staleTime: 0,
      placeholderData: keepPreviousData,
      // The event that a supplier has answered may come before this screen listens: look while an answer is awaited.
      refetchInterval: ({ state }: { state: { data?: Pending } }) =>
        state.data && [...state.data.orders, ...state.data.groups].some((one) => one.quotes_pending)
          ? 1500
          : (false as const),
    })),
  });
  const data = answers.map((answer) => answer.data).filter((one) => one !== undefined);
  const inPlace = new Map(orderIds.map((id, index) => [id, index]));
  const orders: PlacementPreview[] = data
    .flatMap((one) => one.orders)
    .sort((a, b) => (inPlace.get(a.order_id) ?? 0) - (inPlace.get(b.order_id) ?? 0));

  const fresh = orders.filter((order) =>
    order.line_items.some((line) => !seen[order.order_id]?.some((one) => one.id === line.id)),
  );
  const freshNames = fresh.map((order) => order.order_id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only lines not seen before are kept
  useEffect(() => {
    if (!freshNames) return;
    setSeen((before) => {
      const next: Record<string, readonly PreviewLine[]> = { ...before };
      for (const order of fresh) {
        const old = next[order.order_id] ?? [];
        next[order.order_id] = [...old, ...order.line_items.filter((line) => !old.some((one) => one.id === line.id))];
      }
      return next;
    });
  }, [freshNames]);

  return {
    orders,
    seen,
    wanted,
    groups: data.flatMap((one) => one.groups),
    walletHeld: data[0]?.wallet_available,
    /** Orders of which nothing is known yet. */
    awaited: new Set(
      batches.flatMap((batch, at) => (answers[at]?.isPending ? batch.map((order) => order.order_id) : [])),
    ),
    isLoading: answers.some((answer) => answer.isPending),
    /** A choice was made and its sums are not here yet. */
    isStale: answers.some((answer) => answer.isPlaceholderData),
    pending: orders.some((order) => order.quotes_pending),
    error: answers.find((answer) => answer.error && !answer.data)?.error,
    retry: () => {
      for (const answer of answers) void answer.refetch();
    },
  };
}
