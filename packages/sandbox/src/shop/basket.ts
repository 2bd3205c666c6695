/** What a shopper has in his basket. Kept in a cookie of the shop's own path, so that no script is needed. */
export interface BasketLine {
  productId: string;
  variantId: string;
  quantity: number;
}

const MOST_LINES = 30;
const MOST_PIECES = 99;

const unescaped = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** Ids may hold slashes and colons (Shopify's do), so they are kept escaped. */
export function readBasket(cookies: string | undefined, name: string): BasketLine[] {
  const found = (cookies ?? '').split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return (found?.slice(name.length + 1) ?? '').split('.').flatMap((part) => {
    const [productId, variantId, quantity] = part.split('~').map(unescaped);
    const pieces = Number(quantity);
    return productId && variantId && Number.isInteger(pieces) && pieces > 0
      ? [{ productId, variantId, quantity: Math.min(pieces, MOST_PIECES) }]
      : [];
  });
}

/** Dots and tildes part the lines; escaping leaves neither in an id. */
const escaped = (text: string): string => encodeURIComponent(text).replaceAll('.', '%2E').replaceAll('~', '%7E');

export function basketCookie(name: string, path: string, lines: BasketLine[]): string {
  const value = lines.map((line) => [line.productId, line.variantId, String(line.quantity)].map(escaped).join('~'));
  return `${name}=${value.join('.')}; Path=${path}; SameSite=Lax; HttpOnly; Max-Age=${lines.length > 0 ? 86_400 : 0}`;
}

/** Puts pieces in; the same variant is one line, and no pieces take it out. */
export function withLine(lines: BasketLine[], add: BasketLine, how: 'add' | 'set'): BasketLine[] {
  const same = (line: BasketLine) => line.productId === add.productId && line.variantId === add.variantId;
  const before = how === 'add' ? (lines.find(same)?.quantity ?? 0) : 0;
  const quantity = Math.min(before + add.quantity, MOST_PIECES);
  if (!lines.some(same)) return quantity > 0 ? [...lines, { ...add, quantity }].slice(0, MOST_LINES) : lines;
  return lines.flatMap((line) => (same(line) ? (quantity > 0 ? [{ ...line, quantity }] : []) : [line]));
}
