const watchers = new Set<() => void>();
let unread = 0;

/** What the chat said last of its unread messages; shown as a badge. */
export const chatUnread = {
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  count: () => unread,
  set(count: number): void {
    if (count === unread) return;
    unread = count;
    for (const watcher of watchers) watcher();
  },
};
