import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** Tries failed parts of a push again, those alone. */
export function useRetry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (listingIds: readonly string[]) => {
      for (const listing_id of listingIds) {
        await api('POST /center/products/listings/{listing_id}/retry', { params: { listing_id }, body: {} });
      }
    },
    onSettled: () => {
      for (const topic of ['products', 'listings', 'processes', 'counts'])
        void client.invalidateQueries({ queryKey: [topic] });
    },
  });
}
