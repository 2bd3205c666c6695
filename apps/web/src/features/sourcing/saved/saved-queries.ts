import { queryOptions } from '@tanstack/react-query';
import { api, type CallBody, type CallData } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

export type SavedPage = CallData<'GET /product-sources/saved-pages'>['items'][number];
export type PageToSave = CallBody<'POST /product-sources/saved-pages'>['pages'][number];

/** How many stand on the screen; the rest is in a drawer. */
export const SHOWN = 6;

/** The pages that were saved last. */
export const newestSaved = () =>
  queryOptions({
    queryKey: queryKeys.part('saved_pages', 'newest'),
    queryFn: ({ signal }) => api('GET /product-sources/saved-pages', { query: { page_size: SHOWN }, signal }),
    staleTime: 60_000,
  });

/** Saves one page; again does no harm. */
export const savePage = ({ id, address, title, picture_url, price, saved_at }: PageToSave) =>
  api('POST /product-sources/saved-pages', {
    body: { pages: [{ id, address, title, picture_url, price, saved_at }] },
  });
