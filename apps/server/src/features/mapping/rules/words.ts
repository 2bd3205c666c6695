/** Words of a text in lower case without accents; "10ml" and "10 ml" are the same. */
export const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/\p{N}+|\p{L}+/gu) ?? [],
  );

/** Shared words of two texts (Dice coefficient), from 0 to 1. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return (2 * shared) / (a.size + b.size);
}

/** Words of a title that are looked for: the longest say the most about it. */
const TELLING_WORDS = 2;

export const tellingWords = (title: string): string[] =>
  [...wordsOf(title)]
    .filter((word) => word.length > 2)
    .sort((a, b) => b.length - a.length)
    .slice(0, TELLING_WORDS);
