const MOST_WORDS = 8;

/**
 * What a person typed, as a query for PostgreSQL's full text search: every word must be there, the last one may still be
 * half written. undefined when nothing searchable was typed.
 */
export function searchQuery(typed: string): string | undefined {
  const words = typed
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, MOST_WORDS);
  if (words.length === 0) return undefined;
  return words.map((word, at) => (at === words.length - 1 ? `${word}:*` : word)).join(' & ');
}
