/** A value that lives outside of React and is watched by it (useSyncExternalStore). */
export interface Watched<T> {
  watch(watcher: () => void): () => void;
  read(): T;
  /** Tells those who watch, where it is another value. */
  set(value: T): void;
}

/** Keeps one value for this page, for example what was heard outside of any screen. */
export function watched<T>(first: T): Watched<T> {
  const watchers = new Set<() => void>();
  let current = first;
  return {
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    read: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const watcher of watchers) watcher();
    },
  };
}
