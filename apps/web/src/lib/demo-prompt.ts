/** The prompt of the demo mode: asked for where something is imported or pushed, shown by the shell. */
const watchers = new Set<() => void>();
let isOpen = false;

function set(open: boolean): void {
  isOpen = open;
  for (const watcher of watchers) watcher();
}

export const demoPrompt = {
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  isOpen: () => isOpen,
  ask: () => set(true),
  close: () => set(false),
};
