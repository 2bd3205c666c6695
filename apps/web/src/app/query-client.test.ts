import { expect, it } from 'vitest';
import { isEmptyList, queryClient, STALE_MS } from './query-client.ts';

it('B323: what was read is fresh for five minutes', async () => {
  expect(STALE_MS).toBe(300_000);
  const isFreshAfter = async (key: string, data: object, ms: number): Promise<boolean> => {
    let asked = 0;
    const queryFn = () => {
      asked += 1;
      return data;
    };
    const { staleTime } = queryClient.getDefaultOptions().queries ?? {};
    queryClient.setQueryData([key], data, { updatedAt: Date.now() - ms });
    await queryClient.fetchQuery({ queryKey: [key], queryFn, staleTime: staleTime as number });
    return asked === 0;
  };
  expect(await isFreshAfter('four minutes', { items: [1] }, 4 * 60_000)).toBe(true);
  expect(await isFreshAfter('six minutes', { items: [1] }, 6 * 60_000)).toBe(false);
  expect(await isFreshAfter('empty', { items: [] }, 1_000)).toBe(false);
});

it('tells an empty list from everything else', () => {
  expect([{ items: [] }, { pages: [{ items: [] }] }].map(isEmptyList)).toEqual([true, true]);
  expect([undefined, null, 7, {}, { items: [1] }, { pages: [{ items: [1] }] }].some(isEmptyList)).toBe(false);
});
