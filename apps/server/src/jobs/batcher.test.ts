import { describe, expect, it } from 'vitest';
import { createBatcher } from './batcher.ts';

const name = (owner: string): string => owner;

describe('work done together', () => {
  it('takes what is asked for in one breath in one go, and what comes meanwhile in the next', async () => {
    const goes: number[][] = [];
    let open = (): void => undefined;
    const closed = new Promise<void>((done) => {
      open = done;
    });
    const ask = createBatcher(name, async (_owner, items: readonly number[]) => {
      goes.push([...items]);
      if (goes.length === 1) await closed;
      return items.map((n) => n * 10);
    });
    const first = [ask('a', 1), ask('a', 2)];
    await Promise.resolve();
    const second = [ask('a', 3), ask('a', 4)];
    expect(goes).toEqual([[1, 2]]);
    open();
    expect(await Promise.all([...first, ...second])).toEqual([10, 20, 30, 40]);
    expect(goes).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('keeps what may not go together apart, side by side', async () => {
    const goes: string[] = [];
    const ask = createBatcher(name, async (owner, items: readonly number[]) => {
      goes.push(`${owner} ${items.join(' ')}`);
      return items.map(() => true);
    });
    await Promise.all([ask('a', 1), ask('b', 1), ask('a', 2)]);
    expect(goes.toSorted()).toEqual(['a 1 2', 'b 1']);
  });

  it('lets a bad item fail alone', async () => {
    const ask = createBatcher(name, async (_owner, items: readonly number[]) => {
      if (items.includes(2)) throw new Error('two');
      return [...items];
    });
    const asked = await Promise.allSettled([1, 2, 3].map((n) => ask('a', n)));
    expect(asked.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
      1,
      'Error: two',
      3,
    ]);
    expect(await ask('a', 4)).toBe(4);
  });

  it('takes no more than fifty at once', async () => {
    const sizes: number[] = [];
    const ask = createBatcher(name, async (_owner, items: readonly number[]) => {
      sizes.push(items.length);
      return [...items];
    });
    await Promise.all(Array.from({ length: 120 }, (_, n) => ask('a', n)));
    expect(sizes).toEqual([50, 50, 20]);
  });
});
