/** Longest word kept; longer ones are found by their beginning. */
const LONGEST = 60;
/** Most words kept of one order, so that a bulk order of a hundred articles stays cheap to write. */
const MOST = 40;

const words = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .split(/[\s,;|/"'()<>]+/)
    .map((word) => word.replace(/^#/, '').slice(0, LONGEST))
    .filter((word) => word.length > 0);

/** The words under which an order is found: of its name, its customer, the e-mail and its SKUs. */
export function termsOf(order: {
  name: string;
  customerName?: string | null;
  customerEmail?: string | null;
  skus: readonly (string | null | undefined)[];
}): string[] {
  const all = [order.name, order.customerName, order.customerEmail, ...order.skus].flatMap((text) => words(text ?? ''));
  return [...new Set(all)].slice(0, MOST);
}

/** The words of a search, each as the range of texts that begin with it; at most four. */
export function rangesOf(keyword: string): { from: string; until: string }[] {
  return words(keyword)
    .slice(0, 4)
    .map((word) => ({ from: word, until: `${word}\u{10FFFF}` }));
}
