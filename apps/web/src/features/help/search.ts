import type { HelpArticle, HelpHeading } from './parse.ts';

export interface HelpHit {
  article: string;
  title: string;
  /** The heading whose text matches best; none: the article's beginning. */
  heading?: HelpHeading;
  /** An excerpt around the first match. */
  excerpt: string;
  score: number;
}

const WORD = /[\p{L}\p{N}]+/gu;
const EXCERPT = 160;

/** Lower case and without accents, with one character for each of the original's, so that positions stay the same. */
const fold = (text: string): string =>
  Array.from(text.normalize('NFC'), (char) => {
    const plain = char.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    return plain.length === char.length ? plain : char;
  }).join('');

/** Returns the words of a query, folded. */
export const splitWords = (query: string): string[] => [...new Set(fold(query).match(WORD) ?? [])];

/** Where a text has each word, as a beginning of one of its words; -1 where it has not. */
const positions = (text: string, words: readonly string[]): number[] => {
  const folded = fold(text);
  return words.map((word) => {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1))
      if (at === 0 || !/[\p{L}\p{N}]/u.test(folded[at - 1] ?? '')) return at;
    return -1;
  });
};

const countIn = (text: string, words: readonly string[]): number =>
  positions(text, words).filter((at) => at >= 0).length;

/** Cuts a text to an excerpt that shows the first match, at the borders of words. */
function excerptOf(text: string, words: readonly string[]): string {
  const first = Math.min(...positions(text, words).filter((at) => at >= 0), text.length);
  if (text.length <= EXCERPT) return text;
  const wanted = first === text.length ? 0 : Math.max(0, first - 40);
  const start = wanted === 0 ? 0 : text.lastIndexOf(' ', wanted) + 1;
  const cut = text.lastIndexOf(' ', start + EXCERPT);
  const end = start + EXCERPT >= text.length ? text.length : cut > start ? cut : start + EXCERPT;
  return `${start > 0 ? '…' : ''}${text.slice(start, end).replace(/[.,;:]$/, end < text.length ? '' : '$&')}${end < text.length ? '…' : ''}`;
}

/**
 * Finds the articles that have every word of a query, the best first: a title counts most, then headings, then text.
 *
 * @param rank how much an article counts, by its name; 1 when absent.
 */
export function searchArticles(
  articles: readonly HelpArticle[],
  query: string,
  rank: (name: string) => number = () => 1,
): HelpHit[] {
  const words = splitWords(query);
  if (words.length === 0) return [];
  const hits: HelpHit[] = [];
  for (const article of articles) {
    const whole = [article.title, ...article.passages.flatMap(({ heading, text }) => [heading?.text ?? '', text])];
    if (countIn(whole.join(' '), words) < words.length) continue;
    const rated = article.passages.map((passage) => ({
      passage,
      score: countIn(passage.heading?.text ?? '', words) * 4 + countIn(passage.text, words) * 2,
    }));
    const best = rated.reduce((one, other) => (other.score > one.score ? other : one));
    const inTitle = countIn(article.title, words);
    const { heading, text } = best.passage;
    // A title that says it all is best opened from its beginning.
    const atHeading = inTitle === words.length ? undefined : heading;
    hits.push({
      article: article.name,
      title: article.title,
      ...(atHeading ? { heading: atHeading } : {}),
      excerpt: excerptOf((atHeading || !heading ? text : article.passages[0]?.text) || text, words),
      score: (inTitle * 10 + best.score) * rank(article.name),
    });
  }
  return hits.sort((one, other) => other.score - one.score);
}

/** Splits a text into parts that match a query's words and parts that don't, for highlighting. */
export function highlightParts(text: string, query: string): { text: string; match: boolean }[] {
  const words = splitWords(query);
  const folded = fold(text);
  const parts: { text: string; match: boolean }[] = [];
  let from = 0;
  for (const { 0: found, index } of folded.matchAll(WORD)) {
    const word = words.filter((one) => found.startsWith(one)).sort((one, other) => other.length - one.length)[0];
    if (!word) continue;
    if (index > from) parts.push({ text: text.slice(from, index), match: false });
    from = index + word.length;
    parts.push({ text: text.slice(index, from), match: true });
  }
  if (from < text.length) parts.push({ text: text.slice(from), match: false });
  return parts;
}
