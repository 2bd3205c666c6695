import { expect, it } from 'vitest';
import { queryClient, STALE_MS } from './query-client.ts';

it('B323: what was read is shown for five minutes before it is asked for again', async () => {
  expect(STALE_MS).toBe(300_000);
  let asked = 0;
  const read = () => queryClient.fetchQuery({ queryKey: ['once'], queryFn: () => ++asked, staleTime: STALE_MS });
  expect(queryClient.getDefaultOptions().queries?.staleTime).toBe(STALE_MS);
  expect([await read(), await read()]).toEqual([1, 1]);
});
