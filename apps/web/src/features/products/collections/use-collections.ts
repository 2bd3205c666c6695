import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, errorText } from '../../../lib/api.ts';
import { toast } from '../../../lib/toasts.ts';
import { productCollections } from './collection-queries.ts';

export interface Choice {
  storeId: string;
  /** null: as by the product's category. */
  ids: string[] | null;
  again?: string[];
  remember?: boolean;
}

/** What a person does with the collections of a product. */
export function useCollections(productId: string) {
  const { t } = useTranslation('collections');
  const client = useQueryClient();
  const settle = () => void client.invalidateQueries({ queryKey: ['products'] });
  const fail = (error: unknown) => toast('error', errorText(error));
  const choose = useMutation({
    mutationFn: ({ storeId, ids, again, remember }: Choice) =>
      api('PUT /center/products/{id}/collections', {
        params: { id: productId },
        body: {
          store_id: storeId,
          collections: ids,
          ...(again ? { again } : {}),
          ...(remember ? { remember } : {}),
        },
      }),
    onSuccess: (data) => client.setQueryData(productCollections(productId).queryKey, data),
    onSettled: settle,
  });
  const refresh = useMutation({
    mutationFn: (storeId: string) => api('POST /products/collection/refresh', { body: { store_id: storeId } }),
    onError: fail,
    onSettled: settle,
  });
  const push = useMutation({
    mutationFn: (storeId: string) =>
      api('POST /center/products/push', { body: { product_ids: [productId], store_ids: [storeId] } }),
    onSuccess: ({ failed }) => {
      const [problem] = Object.values(failed);
      if (problem) toast('error', problem.text);
      else toast('success', t('pushed'));
    },
    onError: fail,
    onSettled: () => {
      settle();
      void client.invalidateQueries({ queryKey: ['processes'] });
    },
  });
  return { choose, refresh, push, fail };
}
