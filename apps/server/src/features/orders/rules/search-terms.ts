/** Maximum length of a stored term; longer words are found by their prefix. */
const LONGEST = 60;
/** Maximum terms per order, which bounds the cost of orders with many items. */
const MOST = 40;

const words = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .split(/[\s,;|/"'()<>]+/)
    .map((word) => word.replace(/^#/, '').slice(0, LONGEST))
    .filter((word) => word.length > 0);

/** Search terms of an order: name, customer, email and SKUs. */
export function toSearchTerms(order: {
  name: string;
  customerName?: string | null;
  customerEmail?: string | null;
  skus: readonly (string | null | undefined)[];
}): string[] {
  const all = [order.name, order.customerName, order.customerEmail, ...order.skus].flatMap((text) => words(text ?? ''));
  return [...new Set(all)].slice(0, MOST);
}

/** The words of a search as prefix ranges; at most four. */
export function toSearchRanges(keyword: string): { from: string; until: string }[] {
  return words(keyword)
    .slice(0, 4)
    .map((word) => ({ from: word, until: `${word}\u{10FFFF}` }));
}
