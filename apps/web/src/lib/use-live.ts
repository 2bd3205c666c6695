import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callHeaders } from './api.ts';
import { createCoalescer } from './coalesce.ts';
import { listen } from './live.ts';
import { type LiveChange, touches } from './query-keys.ts';

/** Upper limit in milliseconds between reading a page's data and the start of its stream. */
const LONGEST_START_MS = 60_000;

/** Marks affected queries as stale and refetches visible ones, page by page where possible. */
export function applyChange(client: QueryClient, change: LiveChange): void {
  for (const query of client.getQueryCache().findAll()) {
    if (!touches(change, query.queryKey)) continue;
    const { queryKey, state, promise } = query;
    const again = () => client.invalidateQueries({ queryKey, exact: true });
    const live = query.meta?.live as ((ids: string[] | undefined) => Promise<void>) | undefined;
    if (state.data === undefined && state.fetchStatus !== 'idle' && promise) {
      // The first response is pending and may predate the change. A refetch now would only join it.
      void promise.then(again, again);
    } else if (live && query.isActive() && change.ids) void live(change.ids);
    else void again();
  }
}

/**
 * Listens to the server while the shell is mounted, and restarts when the workspace changes.
 *
 * @returns `waiting` while the stream is interrupted.
 */
export function useLiveUpdates(workplaceId: string | undefined): 'open' | 'waiting' {
  const client = useQueryClient();
  const [state, setState] = useState<'open' | 'waiting'>('open');
  useEffect(() => {
    if (!workplaceId) return;
    const coalescer = createCoalescer((change) => applyChange(client, change));
    const stop = listen({
      url: '/api/events',
      since: () => Math.min(LONGEST_START_MS, Math.round(performance.now())),
      headers: () => callHeaders('/events'),
      onChange: coalescer.add,
      onResync: () => void client.invalidateQueries(),
      onState: setState,
    });
    return () => {
      stop();
      coalescer.stop();
    };
  }, [client, workplaceId]);
  return state;
}
