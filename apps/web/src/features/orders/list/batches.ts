import type { Task } from '../use-task.ts';

/** Orders that one request changes. */
export const BATCH = 10_000;
/** Addresses that one request checks or corrects. */
export const REPAIR_BATCH = 500;

/** Tasks that work on one batch only: more orders are refused, never cut off. */
const MOST: Partial<Record<Task['kind'], number>> = {
  place: BATCH,
  pay: BATCH,
  shipping: BATCH,
  'ask-payment': 200,
};

/** Orders that a task takes. */
export const getMost = (kind: Task['kind']): number => MOST[kind] ?? Number.POSITIVE_INFINITY;

/** Reads the ids of all pages. */
export async function readAllIds(
  read: (cursor: string | undefined) => Promise<{ items: string[]; next_cursor?: string | undefined }>,
): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    ids.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return ids;
}

/**
 * Sends all items, a batch at a time. A batch that fails ends it: `error` is set, and the results are those of the
 * batches before.
 */
export async function sendBatches<T, R>(
  items: readonly T[],
  size: number,
  send: (batch: T[]) => Promise<R>,
): Promise<{ results: R[]; error?: unknown }> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += size) {
    try {
      results.push(await send(items.slice(at, at + size)));
    } catch (error) {
      return { results, error };
    }
  }
  return { results };
}
