const MOST_WORDS = 8;

/** Possible supplier product numbers in the input: a pasted number, or one in a pasted URL. */
export const idsIn = (typed: string): string[] =>
  [...new Set([...(typed.match(/[A-Za-z0-9_-]{5,64}/g) ?? []), ...(typed.match(/\d{8,20}/g) ?? [])])]
    .filter((word) => /\d/.test(word))
    .slice(0, MOST_WORDS);

/** The input as queries for PostgreSQL's full text search. */
export interface WordQuery {
  /** All words; the last one may be incomplete. */
  every: string;
  /** Matches that raise the rank, one step each: all words in the title, written out, adjacent. */
  nearer: readonly string[];
  /** The words as typed, so that "glasses" ranks above "glass". */
  written: readonly string[];
  /** Possible supplier product numbers. */
  ids: readonly string[];
  /** Fallback without a match for all words: any of them, each raising the rank. */
  some?: { any: string; nearer: readonly string[] };
}

/** Equivalent forms that the English stemmer doesn't combine. */
const SAME: readonly (readonly string[])[] = [
  ['man', 'men', 'mens'],
  ['woman', 'women', 'womens'],
  ['child', 'children', 'childrens'],
  ['foot', 'feet'],
  ['tooth', 'teeth'],
  ['mouse', 'mice'],
  ['goose', 'geese'],
  ['person', 'people'],
  ['grey', 'gray'],
  ['colour', 'color'],
  ['colourful', 'colorful'],
  ['jewellery', 'jewelry'],
  ['aluminium', 'aluminum'],
  ['pyjamas', 'pajamas'],
  ['mum', 'mom'],
  ['xmas', 'christmas'],
  ['fibre', 'fiber'],
  ['centre', 'center'],
  ['tyre', 'tire'],
  ['mould', 'mold'],
  ['moulding', 'molding'],
  ['tshirt', 'tshirts', 't-shirt'],
];
const SAME_AS = new Map(SAME.flatMap((forms) => forms.map((form) => [form, forms] as const)));

/** A word and its other forms: the stemmer treats knife and knives as two words. */
function formsOf(word: string): readonly string[] {
  const same = SAME_AS.get(word);
  if (same) return [word, ...same.filter((form) => form !== word)];
  if (word.length > 4 && word.endsWith('ves')) return [word, `${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`];
  if (word.length > 3 && /[alr]f$/.test(word)) return [word, `${word.slice(0, -1)}ves`];
  if (word.length > 3 && word.endsWith('fe')) return [word, `${word.slice(0, -2)}ves`];
  return [word];
}

/** @param marks how a form must stand: `A` in the title, `*` perhaps not at its end yet. */
const oneOf = (forms: readonly string[], marks: string): string => {
  const asked = forms.map((form) => `'${form}'${marks && `:${marks}`}`);
  return asked.length === 1 ? (asked[0] ?? '') : `(${asked.join(' | ')})`;
};

/** The last of several words names the thing (water bottle, leather wallet), so it counts twice in a title. */
const someNearer = (parts: readonly string[], whole: readonly string[]): string[] => [
  ...whole,
  ...whole.slice(-1),
  ...parts.map((word) => oneOf(formsOf(word), '')),
];

/**
 * @returns undefined when nothing searchable was typed. Words are letters, digits and hyphens only, and quoted, so that
 *   nothing typed is taken for an operator.
 */
export function searchQuery(typed: string): WordQuery | undefined {
  const written = typed
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu)
    ?.slice(0, MOST_WORDS);
  if (!written) return undefined;
  // A title may contain T-shirt or t shirt: the parts suffice to match, the whole ranks higher.
  const parts = written.flatMap((word) => word.split('-'));
  const asked = (words: readonly string[], marks: string, link = ' & '): string =>
    words.map((word, at) => oneOf(formsOf(word), at === words.length - 1 ? `${marks}*` : marks)).join(link);
  const whole = written.map((word) => oneOf(formsOf(word), 'A'));
  return {
    every: asked(parts, ''),
    written,
    ids: idsIn(typed),
    nearer: [asked(parts, 'A'), whole.join(' & '), ...(written.length > 1 ? [whole.join(' <-> ')] : [])],
    ...(parts.length > 1 ? { some: { any: asked(parts, '', ' | '), nearer: someNearer(parts, whole) } } : {}),
  };
}
