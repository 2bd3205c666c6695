import type { LiveChange } from './query-keys.ts';

const PAUSE_MS = 250;
/** From this many changed ids on, a change means "everything of the topic". */
const MOST_IDS = 100;

/**
 * Batches bursts of changes: the first is passed on immediately, those of the next 250 ms together. Ten thousand bulk
 * orders then cause four refreshes a second, and a single order has no delay.
 */
export function createCoalescer(pass: (change: LiveChange) => void, pauseMs = PAUSE_MS) {
  const gathered = new Map<string, Set<string> | 'all'>();
  const resting = new Map<string, ReturnType<typeof setTimeout>>();

  function flush(topic: string): void {
    const ids = gathered.get(topic);
    resting.delete(topic);
    if (ids === undefined) return;
    gathered.delete(topic);
    rest(topic);
    pass({ topic, ids: ids === 'all' ? undefined : [...ids] });
  }
  function rest(topic: string): void {
    resting.set(
      topic,
      setTimeout(() => flush(topic), pauseMs),
    );
  }

  return {
    add({ topic, ids }: LiveChange): void {
      const before = gathered.get(topic);
      if (!ids?.length || before === 'all') gathered.set(topic, 'all');
      else {
        const all = before ?? new Set<string>();
        for (const id of ids) all.add(id);
        gathered.set(topic, all.size > MOST_IDS ? 'all' : all);
      }
      if (!resting.has(topic)) flush(topic);
    },
    stop(): void {
      for (const timer of resting.values()) clearTimeout(timer);
    },
  };
}
