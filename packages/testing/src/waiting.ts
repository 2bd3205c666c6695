import { setTimeout as sleep } from 'node:timers/promises';

/** How often a long wait says what it sees. */
const TELL_MS = 20_000;

/** Asks again until the answer is one; throws with what was waited for, and the last thing seen. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  {
    forMs = 60_000,
    everyMs = 250,
    seen,
    log,
  }: { forMs?: number; everyMs?: number; seen?: () => Promise<unknown>; log?: (line: string) => void } = {},
): Promise<T> {
  const end = Date.now() + forMs;
  let told = Date.now();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (log && seen && Date.now() - told > TELL_MS) {
      told = Date.now();
      log(`waiting for ${what}: ${JSON.stringify(await seen())}`);
    }
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
