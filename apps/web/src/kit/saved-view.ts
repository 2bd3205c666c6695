import type { CallData } from '../lib/api.ts';
import { parseSearch, stringifySearch } from '../lib/url-state.ts';

export type SavedView = CallData<'GET /lists/{list}/views'>['items'][number];
export type SavedListName = 'orders';

/** The part of a list's URL that a view stores: tab, sort, period and filters. Search words may name a customer, so they aren't stored. */
export function viewSearch(search: string): string {
  const { open: _open, page: _page, order: _order, q: _words, ...rest } = parseSearch(search);
  return stringifySearch(Object.fromEntries(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)))).slice(1);
}
