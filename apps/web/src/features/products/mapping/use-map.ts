import type { MappingRecommendation } from '@quayside/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, type CallData, errorText } from '../../../lib/api.ts';
import { toast } from '../../../lib/toasts.ts';

export type UnmappedRow = CallData<'GET /center/products/recommend-unmap'>['items'][number];
type Target = Pick<MappingRecommendation, 'product_id' | 'source' | 'source_product_id' | 'sku_id'>;

/** Maps sold products, and refreshes what depends on it. */
export function useMap() {
  const { t } = useTranslation('mapping');
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  const attempt = useCallback(
    async (work: () => Promise<number>): Promise<boolean> => {
      setBusy(true);
      try {
        const count = await work();
        if (count > 0) toast('success', t('mapped', { count }));
        else toast('info', t('mappedNone'));
        return true;
      } catch (error) {
        toast('error', errorText(error));
        return false;
      } finally {
        setBusy(false);
        for (const topic of ['products', 'orders', 'counts']) void client.invalidateQueries({ queryKey: [topic] });
      }
    },
    [client, t],
  );

  /** Rows with their variants, one call for each product. */
  const rows = useCallback(
    (wanted: readonly { row: UnmappedRow; to: Target }[]) =>
      attempt(async () => {
        let done = 0;
        for (const [id, own] of Map.groupBy(wanted, ({ to }) => to.product_id)) {
          const items = own.flatMap(({ row, to }) =>
            row.external_variant_id
              ? [
                  {
                    store_id: row.store_id,
                    external_product_id: row.external_product_id,
                    external_variant_id: row.external_variant_id,
                    title: row.title,
                    variant_title: row.variant_title ?? '',
                    choices: [{ source: to.source, source_product_id: to.source_product_id, sku_id: to.sku_id }],
                  },
                ]
              : [],
          );
          const answer = await api('POST /center/products/{id}/map-variant', {
            params: { id },
            body: { items },
            quiet: true,
          });
          done += answer.mapped;
        }
        return done;
      }),
    [attempt],
  );

  const all = useCallback(
    (least: number, storeId: string | undefined) =>
      attempt(
        async () =>
          (
            await api('POST /center/products/unmapped/map-recommended', {
              body: { min_confidence: least, ...(storeId ? { store_id: storeId } : {}) },
              quiet: true,
            })
          ).mapped,
      ),
    [attempt],
  );
  return { rows, all, busy };
}
