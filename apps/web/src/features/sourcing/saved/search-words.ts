const MOST_WORDS = 6;

/** Where a title goes from the thing to the shop, or to how it is sold. */
const BREAKS = /\s+[-|·•–—»:]+\s+|[|:»]\s+/;
const IN_BRACKETS = /[([{【（][^)\]}】）]*[)\]}】）]/g;

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+(?:['’&-][\p{L}\p{N}]+)*/gu) ?? [];
/** A measure or a number says which of many it is, and not what it is. */
const isName = (word: string): boolean => !/^\d/.test(word);

/**
 * The words of a page's title by which a supplier may know the thing: without the name of the shop, what stands in brackets,
 * measures, and what is only added.
 *
 * @param site host of the page: a part of the title that is its name is left out.
 */
export function searchWords(title: string, site = ''): string {
  const shop = [site.split('.').at(-2) ?? '', site].map((name) => wordsOf(name).join('').toLowerCase());
  const plain = title.replace(IN_BRACKETS, ' ');
  const parts = plain
    .split(BREAKS)
    .map((part) => wordsOf(part.split(/[,;]/)[0] ?? '').filter(isName))
    .filter((words) => words.length > 0 && !shop.includes(words.join('').toLowerCase()));
  const [first = [], ...others] = parts;
  // The thing stands first, unless a single word stands there: a brand.
  const chosen = first.length > 1 ? first : (others.find((words) => words.length > 1) ?? first);
  return chosen.slice(0, MOST_WORDS).join(' ') || title.trim().slice(0, 100);
}
