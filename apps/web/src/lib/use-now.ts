import { useSyncExternalStore } from 'react';

const STEP_MS = 20_000;
const watchers = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const one of watchers) one();
  }, STEP_MS);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The current time, updated every 20 seconds by one shared timer. */
export function useNow(): number {
  return useSyncExternalStore(watch, () => now);
}
