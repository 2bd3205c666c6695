import type { ProductSummary } from '@quayside/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { api, type CallData, errorText } from '../../../lib/api.ts';
import { ANSWER_TOAST_MS, toast } from '../../../lib/toasts.ts';
import { type CopyKind, createCompletion } from './completion.ts';

/** A product in the list where it is copied or split. */
export interface CopyTarget {
  list: 'import' | 'mapped' | 'unmapped';
  /** The product's id; in the unmapped list that of the sold product. */
  id: string;
  /** The imported product whose variants are copied. */
  productId: string;
}

/** A product of the product center, in the list that it belongs to. */
export const copyTarget = ({ id, push_state }: Pick<ProductSummary, 'id' | 'push_state'>): CopyTarget => ({
  list: push_state === 'unpushed' ? 'import' : 'mapped',
  id,
  productId: id,
});

export interface SplitChoice {
  option?: string;
  groups?: string[][];
  move_variants?: boolean;
}
type Planned = CallData<'POST /center/products/import/{productId}/split'>['products'];

/** Shared by every screen: what runs at once ends with one toast. */
const completion = createCompletion();
const TOUCHED = ['products', 'counts', 'processes'];

function duplicateCall({ id, list }: CopyTarget, key: string) {
  const input = { params: { productId: id }, body: { idempotency_key: key }, quiet: true };
  if (list === 'import') return api('POST /center/products/import/{productId}/duplicate', input);
  if (list === 'mapped') return api('POST /center/products/listings/mapped/{productId}/duplicate', input);
  return api('POST /center/products/unmapped/{productId}/duplicate', input);
}

function splitCall({ id, list }: CopyTarget, key: string, choice: SplitChoice, preview: boolean) {
  const params = { productId: id };
  const body = { ...choice, preview, idempotency_key: key };
  if (list === 'import') return api('POST /center/products/import/{productId}/split', { params, body, quiet: true });
  if (list === 'mapped')
    return api('POST /center/products/listings/mapped/{productId}/split', { params, body, quiet: true });
  const { move_variants: _move, ...own } = body;
  return api('POST /center/products/unmapped/{productId}/split', { params, body: own, quiet: true });
}

/** What a split would result in; changes nothing. */
export const previewSplit = async (target: CopyTarget, choice: SplitChoice): Promise<Planned> =>
  (await splitCall(target, crypto.randomUUID(), choice, true)).products;

/** Duplicates and splits products. One toast leads to everything that was made at the same moment. */
export function useCopy() {
  const { t } = useTranslation('products');
  const client = useQueryClient();
  const navigate = useNavigate();

  const run = useCallback(
    async (kind: CopyKind, work: () => Promise<{ product_ids: string[] }>): Promise<string | undefined> => {
      completion.begin(kind);
      let made: string[] = [];
      try {
        made = (await work()).product_ids;
        return undefined;
      } catch (error) {
        return errorText(error);
      } finally {
        const all = completion.end(kind, made) ?? [];
        const [only] = all;
        for (const topic of TOUCHED) void client.invalidateQueries({ queryKey: [topic] });
        if (only !== undefined)
          toast('success', t(kind === 'split' ? 'copy.splitOff' : 'copy.duplicated', { count: all.length }), {
            ms: ANSWER_TOAST_MS,
            action: {
              label: t('copy.show'),
              run: () =>
                void (all.length === 1
                  ? navigate({ to: '/app/products-import/editor/$productCenterId', params: { productCenterId: only } })
                  : navigate({ to: '/app/products-import' })),
            },
          });
      }
    },
    [client, navigate, t],
  );

  const duplicate = useCallback(
    async (target: CopyTarget): Promise<void> => {
      const key = crypto.randomUUID();
      const failure = await run('duplicate', () => duplicateCall(target, key));
      if (failure) toast('error', failure);
    },
    [run],
  );
  /** `key`: the same one for every try of one dialog. Returns why it failed. */
  const split = useCallback(
    (target: CopyTarget, choice: SplitChoice, key: string) => run('split', () => splitCall(target, key, choice, false)),
    [run],
  );
  return { duplicate, split };
}
