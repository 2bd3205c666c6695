/** An observable value outside React (useSyncExternalStore). */
export interface Observable<T> {
  watch(watcher: () => void): () => void;
  read(): T;
  /** Sets the value and notifies subscribers if it changed. */
  set(value: T): void;
}

/** Creates an observable value for this page. */
export function createObservable<T>(first: T): Observable<T> {
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
