import { describe, expect, it } from 'vitest';
import { getMost, readAllIds, sendBatches } from './batches.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

it('reads the ids of every page', async () => {
  const pages = [['a', 'b'], ['c'], []];
  const asked: (string | undefined)[] = [];
  const ids = await readAllIds(async (cursor) => {
    asked.push(cursor);
    const at = Number(cursor ?? 0);
    return { items: pages[at] ?? [], ...(at + 1 < pages.length ? { next_cursor: String(at + 1) } : {}) };
  });
  expect(ids).toEqual(['a', 'b', 'c']);
  expect(asked).toEqual([undefined, '1', '2']);
});

describe('batches', () => {
  it('send every item once, in order', async () => {
    const sent: number[][] = [];
    const { results, error } = await sendBatches(numbers(12), 5, async (batch) => {
      sent.push(batch);
      return batch.length;
    });
    expect({ results, error }).toEqual({ results: [5, 5, 2], error: undefined });
    expect(sent.flat()).toEqual(numbers(12));
  });

  it('end at the first that fails, and give back what was done until then', async () => {
    const sent: number[] = [];
    const { results, error } = await sendBatches(numbers(12), 5, async (batch) => {
      sent.push(batch.length);
      if (sent.length === 2) throw new Error('away');
      return batch.length;
    });
    expect(results).toEqual([5]);
    expect(error).toEqual(new Error('away'));
    expect(sent).toEqual([5, 5]);
  });
});

it('names the most of tasks that take one batch', () => {
  expect(getMost('place')).toBe(10_000);
  expect(getMost('ask-payment')).toBe(200);
  expect(getMost('repair')).toBe(Number.POSITIVE_INFINITY);
});
