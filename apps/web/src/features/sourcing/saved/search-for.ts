import type { Search } from '../../../lib/url-state.ts';
import { searchWords } from './search-words.ts';

/** Where a link leads that looks for a page's product at the suppliers: the destination and the view stay, Back comes back. */
export const searchFor = (title: string, site: string) => ({
  to: '/app/find-product' as never,
  search: (({ ship, view }: Search) => ({
    ...(ship ? { ship } : {}),
    ...(view ? { view } : {}),
    q: searchWords(title, site),
  })) as never,
});
