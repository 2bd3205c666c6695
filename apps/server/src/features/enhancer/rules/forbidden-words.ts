import { toText } from './read-html.ts';

/** Normalizes width, case and repeated spaces for comparison. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Scripts without spaces between words, which have no word boundaries. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const IN_A_WORD = '[\\p{L}\\p{M}\\p{N}_]';
const isInAWord = (sign: string): boolean => new RegExp(IN_A_WORD, 'u').test(sign) && !UNSPACED.test(sign);

/** Pattern for a whole word or phrase: `art` doesn't match in `smart`, and `50%` needs no following space. */
function patternOf(entry: string): RegExp {
  const signs = [...entry];
  const before = isInAWord(signs[0] ?? '') ? `(?<!${IN_A_WORD})` : '';
  const after = isInAWord(signs.at(-1) ?? '') ? `(?!${IN_A_WORD})` : '';
  return new RegExp(`${before}${RegExp.escape(entry)}${after}`, 'u');
}

/** Blocked words in a text, as its reader sees it. */
export function forbiddenIn(html: string, words: readonly string[]): string[] {
  if (words.length === 0) return [];
  const text = folded(toText(html));
  return words.filter((word) => folded(word) !== '' && patternOf(folded(word)).test(text));
}

/** Removes empty entries and repetitions that differ only in case. */
export function distinctWords(words: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const word of words)
    if (folded(word) !== '' && !kept.has(folded(word))) kept.set(folded(word), word.replace(/\s+/g, ' ').trim());
  return [...kept.values()];
}
