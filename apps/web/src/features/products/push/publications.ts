import { queryOptions } from '@tanstack/react-query';
import { ApiError, type CallData, callHeaders } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

type Answer = CallData<'GET /shopify/shop/publications'>;
export type Publication = Answer['publications'][number];
const PATH = '/shopify/shop/publications';
/** Asked of the shop itself, not of what is remembered: a channel may have been added a moment ago (rule B295). */
const FRESH = 'clear_cache=1&update_external_channels=1';

/** Asks for a store that need not be the one in use: the call names its store in a header. */
async function readPublications(storeId: string, signal: AbortSignal): Promise<Publication[]> {
  const response = await fetch(`/api${PATH}?${FRESH}`, {
    headers: { ...callHeaders(PATH), 'store-id': storeId },
    signal,
  });
  const answer = await response.json();
  if (answer.status !== 200) throw new ApiError(`GET ${PATH}`, answer);
  return (answer.data as Answer).publications;
}

/** Where in a Shopify store products can be shown: its online store, its point of sale, and what else it has. */
export const storePublications = (storeId: string) =>
  queryOptions({
    queryKey: queryKeys.detail('stores', storeId, 'publications'),
    queryFn: ({ signal }) => readPublications(storeId, signal),
    staleTime: 5 * 60_000,
  });
