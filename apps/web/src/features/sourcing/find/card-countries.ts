/** Destinations chosen on single cards, for as long as the page lives; the others follow the list's own. */
let chosen: ReadonlyMap<string, string> = new Map();
const watchers = new Set<() => void>();

export const cardCountries = {
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  all: () => chosen,
  choose(key: string, country: string | undefined): void {
    const next = new Map(chosen);
    if (country) next.set(key, country);
    else next.delete(key);
    chosen = next;
    for (const watcher of watchers) watcher();
  },
  /** The list's destination changed: every card follows it again. */
  forget(): void {
    if (chosen.size === 0) return;
    chosen = new Map();
    for (const watcher of watchers) watcher();
  },
};
