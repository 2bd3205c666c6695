/** Maximum length of a stored term; longer words are found by their prefix. */
const LONGEST = 60;
/** Maximum terms per order besides its tags, which bounds the cost of orders with many items. */
const MOST = 40;

const SEPARATORS = /[\s,;|/"'()<>]+/;

const normalize = (text: string): string => text.toLowerCase().normalize('NFKC');

const words = (text: string): string[] =>
  normalize(text)
    .split(SEPARATORS)
    .map((word) => word.replace(/^#/, '').slice(0, LONGEST))
    .filter((word) => word.length > 0);

/** Start of the terms of tags. */
export const TAG_PREFIX = 'tag:';

/** A tag as a term that ends with a colon, so that `tag:VIP` doesn't find "VIP2". */
const toTagTerm = (tag: string): string =>
  `${TAG_PREFIX}${normalize(tag).split(SEPARATORS).filter(Boolean).join('-').slice(0, LONGEST)}:`;

export const toTagTerms = (tags: readonly string[]): string[] => [...new Set(tags.map(toTagTerm))];

/** Search terms of an order: name, customer, email, SKUs and tags. */
export function toSearchTerms(order: {
  name: string;
  customerName?: string | null;
  customerEmail?: string | null;
  skus: readonly (string | null | undefined)[];
  tags?: readonly string[];
}): string[] {
  const all = [order.name, order.customerName, order.customerEmail, ...order.skus].flatMap((text) => words(text ?? ''));
  return [...[...new Set(all)].slice(0, MOST), ...toTagTerms(order.tags ?? [])];
}

/** `tag:VIP`, or `tag:"big spender"`. */
const TAG = /\btag:(?:"([^"]*)"|(\S+))/gi;

const toRange = (from: string): { from: string; until: string } => ({ from, until: `${from}\u{10FFFF}` });

/** The words of a search as prefix ranges, and its whole tags; at most four. */
export function toSearchRanges(keyword: string): { from: string; until: string }[] {
  const tags = [...keyword.matchAll(TAG)].map(([, quoted, word]) => quoted ?? word ?? '').filter((tag) => tag.trim());
  return [...tags.map(toTagTerm), ...words(keyword.replace(TAG, ' '))].slice(0, 4).map(toRange);
}
