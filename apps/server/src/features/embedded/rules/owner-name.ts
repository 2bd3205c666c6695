const LONGEST = 80;

/** First and last name of a shop's owner for his account; the shop's name stands in for one who gave none. */
export function nameOfOwner(owner: string | undefined, shop: string): { firstName: string; lastName: string } {
  const [first = '', ...rest] = (owner ?? '').trim().split(/\s+/);
  return { firstName: (first || shop.trim() || 'Owner').slice(0, LONGEST), lastName: rest.join(' ').slice(0, LONGEST) };
}
