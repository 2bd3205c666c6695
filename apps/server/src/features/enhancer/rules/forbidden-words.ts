import { textOf } from './read-html.ts';

/** Words are alike however they were typed: wide letters, capitals, and more than one space between two. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Written without spaces between words, so that a word has no edges to look for. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const IN_A_WORD = '[\\p{L}\\p{M}\\p{N}_]';
const isInAWord = (sign: string): boolean => new RegExp(IN_A_WORD, 'u').test(sign) && !UNSPACED.test(sign);

/** The entry as a word or phrase of its own; `art` does not stand in `smart`, and `50%` needs no space after it. */
function patternOf(entry: string): RegExp {
  const signs = [...entry];
  const before = isInAWord(signs[0] ?? '') ? `(?<!${IN_A_WORD})` : '';
  const after = isInAWord(signs.at(-1) ?? '') ? `(?!${IN_A_WORD})` : '';
  return new RegExp(`${before}${RegExp.escape(entry)}${after}`, 'u');
}

/** Which of these words and phrases stand in a text, as its reader sees it. */
export function forbiddenIn(html: string, words: readonly string[]): string[] {
  if (words.length === 0) return [];
  const text = folded(textOf(html));
  return words.filter((word) => folded(word) !== '' && patternOf(folded(word)).test(text));
}

/** Each word once, as it was first typed: those that differ in case alone are one, and what is empty is none. */
export function distinctWords(words: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const word of words)
    if (folded(word) !== '' && !kept.has(folded(word))) kept.set(folded(word), word.replace(/\s+/g, ' ').trim());
  return [...kept.values()];
}
