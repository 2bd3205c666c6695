import { isId } from '@quayside/kernel';
import { describe, expect, it } from 'vitest';
import { createBatcher } from '../jobs/batcher.ts';
import { currentWork, splitSender, withSender, withWork, workFacts } from './work-context.ts';

describe('a job', () => {
  it('carries the request that sent it, and its payload stays the same', () => {
    const data = withWork({ requestId: 'r-1', alsoFor: ['r-2'] }, () => withSender({ storeId: 's' }));
    expect(splitSender(data)).toEqual({ payload: { storeId: 's' }, sender: { requestId: 'r-1', alsoFor: ['r-2'] } });
  });

  it('of a schedule gets an id of its own', () => {
    expect(withSender({})).toEqual({});
    const [one, other] = [splitSender({}), splitSender(null)];
    expect(isId(one.sender.requestId)).toBe(true);
    expect(one.sender.requestId).not.toBe(other.sender.requestId);
  });
});

describe('work done together', () => {
  it('names every request that it was done for', async () => {
    const seen: object[] = [];
    const ask = createBatcher(
      (owner: string) => owner,
      async (_owner, items: readonly number[]) => {
        await undefined;
        seen.push(workFacts());
        return items;
      },
    );
    await Promise.all(
      ['r-1', 'r-2', 'r-2', 'r-3'].map((requestId, n) => withWork({ requestId }, () => ask('workplace', n))),
    );
    await withWork({ requestId: 'r-4' }, () => ask('workplace', 9));
    expect(seen).toEqual([{ requestId: 'r-1', alsoFor: ['r-2', 'r-3'] }, { requestId: 'r-4' }]);
  });

  it('counts as work of those that asked for it, not of the one that was first', async () => {
    let open = (): void => undefined;
    const closed = new Promise<void>((done) => {
      open = done;
    });
    const seen: (string | undefined)[] = [];
    const ask = createBatcher(
      (owner: string) => owner,
      async (_owner, items: readonly number[]) => {
        seen.push(currentWork()?.requestId);
        if (seen.length === 1) await closed;
        return items;
      },
    );
    const first = withWork({ requestId: 'r-1' }, () => ask('workplace', 1));
    await Promise.resolve();
    const second = withWork({ requestId: 'r-2' }, () => ask('workplace', 2));
    open();
    await Promise.all([first, second]);
    expect(seen).toEqual(['r-1', 'r-2']);
  });
});
