/**
 * What an entry of the process tray is about, in one text: work on the same thing in the same place has the same key, so
 * that a newer entry takes an older one's place on the screen. Source: rule B214 (channel, id, and the kind of work).
 */
export const entryKey = (entry: { kind: string; subjectId: string; channel: string | null; storeId: string | null }) =>
  [entry.kind, entry.channel ?? '', entry.storeId ?? '', entry.subjectId].join(':');

/** Of several entries about the same thing only the newest; `entries` are newest first. */
export function newestOfEach<
  T extends { kind: string; subjectId: string; channel: string | null; storeId: string | null },
>(entries: readonly T[]): T[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const key = entryKey(entry);
    return !seen.has(key) && Boolean(seen.add(key));
  });
}
