const STORAGE_NAME = 'quayside.keys';
const watchers = new Set<() => void>();
let jMovesDown: boolean | undefined;

/** Which of K and J moves down a list: K by default (rule B043), J where the person chose so for this browser. */
export const rowKeys = {
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  jMovesDown(): boolean {
    if (jMovesDown === undefined) {
      try {
        jMovesDown = localStorage.getItem(STORAGE_NAME) === 'j-down';
      } catch {
        jMovesDown = false;
      }
    }
    return jMovesDown;
  },
  setJMovesDown(on: boolean): void {
    jMovesDown = on;
    try {
      localStorage.setItem(STORAGE_NAME, on ? 'j-down' : 'k-down');
    } catch {
      // The choice then lasts as long as the page.
    }
    for (const watcher of watchers) watcher();
  },
};
