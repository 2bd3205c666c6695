import type { MappingRecommendation } from '@quayside/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, type CallData, errorText } from '../../../lib/api.ts';
import { toast } from '../../../lib/toasts.ts';

export type UnmappedRow = CallData<'GET /center/products/recommend-unmap'>['items'][number];
/** A store's variant to map. */
export type MappableRow = Pick<
  UnmappedRow,
  | 'store_id'
  | 'external_product_id'
  | 'external_variant_id'
  | 'title'
  | 'variant_title'
  | 'sku'
  | 'image'
  | 'is_sandbox'
  | 'recommendation'
>;
type Target = Pick<MappingRecommendation, 'product_id' | 'source' | 'source_product_id' | 'sku_id'>;

/** A call may have to read several products of a supplier for each. */
const MOST_CREATED = 5;

/** Maps sold products, and refreshes what depends on it. */
export function useMap() {
  const { t } = useTranslation('mapping');
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  const attempt = useCallback(
    async (work: () => Promise<number | undefined>): Promise<boolean> => {
      setBusy(true);
      try {
        const count = await work();
        if (count) toast('success', t('mapped', { count }));
        else if (count === 0) toast('info', t('mappedNone'));
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
    (wanted: readonly { row: MappableRow; to: Target }[]) =>
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
  /** Searches the suppliers' catalogs for products that rows without a recommendation may be, imports and maps them. */
  const create = useCallback(
    (wanted: readonly UnmappedRow[]) =>
      attempt(async () => {
        let done = 0;
        const failed: string[] = [];
        for (let at = 0; at < wanted.length; at += MOST_CREATED) {
          const ids = wanted.slice(at, at + MOST_CREATED).map((row) => row.channel_product_id);
          const body = { channel_product_ids: ids };
          const answer = await api('POST /center/products/unmapped/bulk-create', { body, quiet: true });
          done += answer.items.length;
          failed.push(...Object.values(answer.failed).map((one) => one.key));
        }
        if (failed.length > 0) toast('warning', t('notFound', { count: failed.length }));
        return done > 0 ? done : undefined;
      }),
    [attempt, t],
  );
  return { rows, all, create, busy };
}
