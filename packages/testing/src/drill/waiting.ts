import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again until the answer is one; throws with what was waited for, and the last thing seen. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  { forMs = 60_000, everyMs = 250, seen }: { forMs?: number; everyMs?: number; seen?: () => Promise<unknown> } = {},
): Promise<T> {
  const end = Date.now() + forMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > end)
      throw new Error(`waited in vain for ${what}${seen ? `: ${JSON.stringify(await seen())}` : ''}`);
    await sleep(everyMs);
  }
}

/** Does all of it with so many at once. */
export async function inParallel<T>(items: readonly T[], hands: number, work: (item: T, at: number) => Promise<void>) {
  let next = 0;
  await Promise.all(
    Array.from({ length: hands }, async () => {
      for (let at = next++; at < items.length; at = next++) await work(items[at] as T, at);
    }),
  );
}
