import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { queryKeys } from './query-keys.ts';
import { applyChange } from './use-live.ts';

test('a change that arrives while the first answer is on its way is not missed', async () => {
  const client = new QueryClient();
  const first = Promise.withResolvers<string>();
  const read = vi.fn<() => Promise<string>>().mockReturnValueOnce(first.promise).mockResolvedValue('after');
  const queryKey = queryKeys.part('stores', 'reports');
  const observer = new QueryObserver(client, { queryKey, queryFn: read, staleTime: 60_000 });
  const stop = observer.subscribe(() => undefined);
  applyChange(client, { topic: 'stores', ids: ['a'] });
  first.resolve('before');
  await vi.waitFor(() => expect(client.getQueryData(queryKey)).toBe('after'));
  expect(read).toHaveBeenCalledTimes(2);
  stop();
});

test('what is there already is read again at once, and what another topic names is left alone', async () => {
  const client = new QueryClient();
  const read = vi.fn(async () => 'orders');
  const other = vi.fn(async () => 'stores');
  const stops = [
    new QueryObserver(client, { queryKey: queryKeys.part('orders', 'counts'), queryFn: read }),
    new QueryObserver(client, { queryKey: queryKeys.part('stores', 'reports'), queryFn: other }),
  ].map((observer) => observer.subscribe(() => undefined));
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  applyChange(client, { topic: 'orders' });
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  expect(other).toHaveBeenCalledTimes(1);
  for (const stop of stops) stop();
});
