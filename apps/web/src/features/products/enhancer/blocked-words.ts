import { LONGEST_FORBIDDEN_WORD, MOST_FORBIDDEN_WORDS } from '@quayside/contracts/enhancer-choices.ts';

/** The words of a list with one of them a line. */
export const parseBlockedWords = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Why such a list is not taken: it has too many, or one that is too long. */
export function avoidFault(
  words: readonly string[],
): { key: 'tooMany' } | { key: 'tooLong'; word: string } | undefined {
  if (words.length > MOST_FORBIDDEN_WORDS) return { key: 'tooMany' };
  const word = words.find((one) => one.length > LONGEST_FORBIDDEN_WORD);
  return word === undefined ? undefined : { key: 'tooLong', word };
}
