import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, errorText } from '../../../lib/api.ts';
import { toast } from '../../../lib/toasts.ts';
import { productMetafields } from './metafield-queries.ts';

export interface SavedValue {
  metafield: string;
  /** null: removes it. */
  value: string | null;
  /** The value on the screen. */
  before: string | null;
  again?: boolean;
}

/** What a person does with the metafields of a product. */
export function useMetafields(productId: string) {
  const { t } = useTranslation('metafields');
  const client = useQueryClient();
  const settle = () => client.invalidateQueries({ queryKey: ['products'] });
  const fail = (error: unknown) => toast('error', errorText(error));
  const save = useMutation({
    mutationFn: ({ storeId, values }: { storeId: string; values: SavedValue[] }) =>
      api('PUT /center/products/{id}/metafields', {
        params: { id: productId },
        body: { store_id: storeId, values },
        quiet: true,
      }),
    onSuccess: (data) => client.setQueryData(productMetafields(productId).queryKey, data),
    onSettled: settle,
  });
  const refresh = useMutation({
    mutationFn: (storeId: string) => api('POST /products/metafield/refresh', { body: { store_id: storeId } }),
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
      void settle();
      void client.invalidateQueries({ queryKey: ['processes'] });
    },
  });
  return { save, refresh, push, fail };
}
