import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callHeaders } from './api.ts';
import { createCoalescer } from './coalesce.ts';
import { listen } from './live.ts';
import { type LiveChange, touches } from './query-keys.ts';

/** Nothing that a page shows at its start, or in another workspace, was read longer ago when its stream begins. */
const LONGEST_START_MS = 60_000;

/** Marks what a change touches as old; what is on screen is read again at once, page by page where it can be. */
export function applyChange(client: QueryClient, change: LiveChange): void {
  for (const query of client.getQueryCache().findAll()) {
    if (!touches(change, query.queryKey)) continue;
    const { queryKey, state, promise } = query;
    const again = () => client.invalidateQueries({ queryKey, exact: true });
    const live = query.meta?.live as ((ids: string[] | undefined) => Promise<void>) | undefined;
    if (state.data === undefined && state.fetchStatus !== 'idle' && promise) {
      // Its first answer is on the way and may be of before the change. A reading asked for now would only wait for that one.
      void promise.then(again, again);
    } else if (live && query.isActive() && change.ids) void live(change.ids);
    else void again();
  }
}

/**
 * Listens to the server for as long as the shell is shown; begins anew when the workspace changes.
 *
 * @returns `waiting` while the stream is cut.
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
