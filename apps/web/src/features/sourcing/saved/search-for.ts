import { linkOptions } from '@tanstack/react-router';
import { searchWords } from './search-words.ts';

/** A link that searches the suppliers for the product of a page. The destination and the view stay; Back returns to the page. */
export const searchFor = (title: string, site: string) =>
  linkOptions({
    to: '/app/find-product',
    search: ({ ship, view }) => ({ ship, view, q: searchWords(title, site) }),
  });
