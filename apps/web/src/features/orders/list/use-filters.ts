import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterDef } from '../../../kit/filters.ts';
import { connectorsOf } from '../../../lib/connectors.ts';
import { useAccount } from '../../../lib/use-account.ts';

const PLACEMENTS = ['ready', 'needs_attention', 'unmapped', 'placing', 'placed', 'nothing_to_place'] as const;
const PAYMENTS = ['pending', 'in_progress', 'partially_paid', 'paid'] as const;
const MARKS = ['none', 'grey', 'green', 'red'] as const;

/** The filters of the order list. */
export function useOrderFilters(): readonly FilterDef[] {
  const { t } = useTranslation('orders');
  const { account, workplaceId } = useAccount();
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
      {
        kind: 'choice',
        key: 'store',
        label: t('column.store'),
        choices: (stores ?? [])
          .filter((store) => store.workplace_id === workplaceId)
          .map((store) => ({ value: store.id, label: store.store_name })),
      },
      {
        kind: 'choice',
        key: 'source',
        label: t('filter.source'),
        choices: [
          ...connectorsOf('supplier').map(({ id, label }) => ({ value: id, label })),
          { value: 'unlinked', label: t('filter.unlinked') },
        ],
      },
      {
        kind: 'choice',
        key: 'mark',
        label: t('filter.mark'),
        choices: MARKS.map((value) => ({ value, label: t(`mark.${value}`) })),
      },
    ],
    [t, stores, workplaceId],
  );
}
