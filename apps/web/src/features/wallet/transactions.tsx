import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../kit/money.tsx';
import { SavedTabs } from '../../kit/saved-tabs.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../kit/states.tsx';
import { StatusBadge, type Tone } from '../../kit/status-badge.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { connectorName } from '../../lib/connectors.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useList } from '../../lib/use-list.ts';
import classes from './wallet.module.css';

const KINDS = ['all', 'in', 'out', 'held'] as const;
type Kind = (typeof KINDS)[number];
type Row = CallData<'GET /orders/v10/payments/transaction-logs'>['items'][number];

const TONES: Record<Row['kind'], Tone> = {
  topup: 'done',
  bonus: 'done',
  refund: 'done',
  settle: 'closed',
  reserve: 'waiting',
  release: 'closed',
  freeze: 'waiting',
  unfreeze: 'closed',
  take_back: 'broken',
  give_back: 'done',
  repay: 'closed',
};

/** Money that is only held back or released: what leaves the wallet is shown by another row. */
const ASIDE: ReadonlySet<Row['kind']> = new Set(['reserve', 'release', 'freeze', 'unfreeze', 'repay']);
const isAside = (row: Row): boolean => ASIDE.has(row.kind);

/** Every movement of the wallet, newest first. */
export function Transactions() {
  const { t } = useTranslation('wallet');
  const { dateTime } = useFormats();
  const [kind, setKind] = useState<Kind>('all');
  const counts = useQuery({
    queryKey: queryKeys.part('wallet', 'transaction-count'),
    queryFn: ({ signal }) => api('GET /orders/v10/payments/transaction-logs/count', { signal }),
  });
  const list = useList<Row>({
    topic: 'wallet',
    state: { kind },
    id: (row) => row.id,
    read: (cursor, signal) =>
      api('GET /orders/v10/payments/transaction-logs', { query: { kind, ...(cursor ? { cursor } : {}) }, signal }),
  });
  return (
    <section aria-labelledby="movements">
      <h2 id="movements" className={classes.heading}>
        {t('movements')}
      </h2>
      <SavedTabs
        label={t('movements')}
        value={kind}
        onChange={(next) => setKind(next as Kind)}
        items={KINDS.map((key) => ({ key, label: t(`kinds.${key}`), count: counts.data?.[key] }))}
      />
      {list.error && list.rows.length === 0 ? <ErrorState error={list.error} onRetry={list.retry} small /> : null}
      {list.isLoading ? <SkeletonBox width="100%" height={176} /> : null}
      {!list.isLoading && !list.error && list.rows.length === 0 ? (
        <EmptyState title={t('noMovements')} text={t('noMovementsText')} small />
      ) : null}
      {list.rows.length > 0 ? (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('when')}</th>
              <th scope="col">{t('what')}</th>
              <th scope="col">{t('for')}</th>
              <th scope="col" className={classes.sum}>
                {t('sum')}
              </th>
            </tr>
          </thead>
          <tbody>
            {list.rows.map((row) => (
              <tr key={row.id}>
                <td>{dateTime(row.at)}</td>
                <td>
                  <StatusBadge tone={TONES[row.kind]} label={t(`kind.${row.kind}`)} />
                </td>
                <td className={classes.reference}>
                  {[row.reference.order, row.reference.supplier && connectorName(row.reference.supplier)]
                    .filter(Boolean)
                    .join(' · ') ||
                    (row.reference.provider && connectorName(row.reference.provider)) ||
                    ''}
                </td>
                <td className={`${classes.sum} ${isAside(row) ? classes.aside : ''}`}>
                  <Money value={row.amount} signed={!isAside(row)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {list.hasMore ? (
        <Button
          variant="default"
          size="sm"
          onClick={list.loadMore}
          loading={list.isLoadingMore}
          className={classes.more}
        >
          {t('more')}
        </Button>
      ) : null}
    </section>
  );
}
