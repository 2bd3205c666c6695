import type { FindSort } from '@quayside/contracts';

/** Orders that are offered, the usual one first; each is a key of the catalogue below `sort`. */
export const SORTS = [
  'desc_profit',
  'desc_lastest_volumee',
  'asc_price',
  'desc_price',
  'asc_shipping_cost',
  'asc_shipping_time_min',
  'desc_most_relevant',
] as const satisfies readonly FindSort[];
export const DEFAULT_SORT = SORTS[0];
/** Who searches by words wants what they name first, unless he says otherwise. */
export const usualSort = (words: string): FindSort => (words.trim() ? 'desc_most_relevant' : DEFAULT_SORT);

/** Others that a head of the table or a typed address may ask for. */
const KNOWN: ReadonlySet<string> = new Set<FindSort>([
  ...SORTS,
  'asc_profit',
  'desc_shipping_cost',
  'desc_shipping_time_min',
  'asc_lastest_volume',
  'desc_lastest_volume',
  'asc_most_relevant',
]);

/** The order that an address asks for; anything unknown counts as the usual one. */
export function getSort(sort: string): FindSort {
  if (!KNOWN.has(sort)) return DEFAULT_SORT;
  return sort === 'desc_lastest_volume' ? 'desc_lastest_volumee' : (sort as FindSort);
}
