/** A page that is to be saved, with the name of its address. */
export interface IncomingPage {
  id: string;
  hash: string;
  savedAt: string;
}

/** A page that is saved already. */
export interface Held extends IncomingPage {}

export interface Plan<P> {
  insert: P[];
  /** Saved later than what is there under the same address: `held` is the id of that. */
  refresh: { held: string; page: P }[];
  taken: string[];
  /** There is no room for these. */
  refused: string[];
}

/**
 * What becomes of pages that are to be saved. The same id is one saving; of one address the later saving counts.
 *
 * @param held those of the saved ones that share an id or an address with what comes.
 * @param room how many more may be kept.
 */
export function planSaving<P extends IncomingPage>(pages: readonly P[], held: readonly Held[], room: number): Plan<P> {
  const byHash = new Map(held.map((one) => [one.hash, one]));
  const ids = new Set(held.map((one) => one.id));
  const plan: Plan<P> = { insert: [], refresh: [], taken: [], refused: [] };
  const latest = new Map<string, P>();
  for (const page of pages) {
    const other = latest.get(page.hash);
    if (!other || page.savedAt > other.savedAt) latest.set(page.hash, page);
  }
  const full = new Set<string>();
  for (const page of latest.values()) {
    const there = byHash.get(page.hash);
    if (there) {
      if (page.savedAt > there.savedAt) plan.refresh.push({ held: there.id, page });
    } else if (ids.has(page.id)) {
      // This id was saved with another address: it is that saving, told once more.
    } else if (plan.insert.length < room) {
      plan.insert.push(page);
      ids.add(page.id);
    } else full.add(page.hash);
  }
  for (const page of pages) (full.has(page.hash) ? plan.refused : plan.taken).push(page.id);
  return plan;
}
