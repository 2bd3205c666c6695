import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterDef } from '../../../kit/filters.ts';
import { getConnectors } from '../../../lib/connectors.ts';
import { storeFilter } from '../../../lib/store-filter.ts';
import { useAccount } from '../../../lib/use-account.ts';

const PLACEMENTS = ['ready', 'needs_attention', 'unmapped', 'placing', 'placed', 'nothing_to_place'] as const;
const PAYMENTS = ['pending', 'in_progress', 'partially_paid', 'paid'] as const;
const MARKS = ['none', 'grey', 'green', 'red'] as const;

/** The filters of the order list. */
export function useOrderFilters(): readonly FilterDef[] {
  const { t } = useTranslation('orders');
  const { account, workplaceId, shownStore } = useAccount();
  const isAll = shownStore === undefined;
  const stores = account?.linked_stores;
  return useMemo(
    () => [
      {
        kind: 'choice',
        key: 'placement',
        label: t('column.placement'),
        many: true,
        choices: PLACEMENTS.map((value) => ({ value, label: t(`placement.${value}`) })),
      },
      {
        kind: 'choice',
        key: 'payment',
        label: t('column.payment'),
        many: true,
        choices: PAYMENTS.map((value) => ({ value, label: t(`payment.${value}`) })),
      },
      ...(isAll ? [storeFilter(t('column.store'), stores, workplaceId)] : []),
      {
        kind: 'choice',
        key: 'source',
        label: t('filter.source'),
        choices: [
          ...getConnectors('supplier').map(({ id, label }) => ({ value: id, label })),
          { value: 'unlinked', label: t('filter.unlinked') },
        ],
      },
      {
        kind: 'choice',
        key: 'mark',
        label: t('filter.mark'),
        choices: MARKS.map((value) => ({ value, label: t(`mark.${value}`) })),
      },
      {
        kind: 'choice',
        key: 'type',
        label: t('filter.type'),
        choices: [
          { value: 'sale', label: t('filter.sale') },
          { value: 'sample', label: t('sample') },
        ],
      },
    ],
    [t, isAll, stores, workplaceId],
  );
}
