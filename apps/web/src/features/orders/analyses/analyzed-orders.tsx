import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../kit/money.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { PLACEMENT_TONES } from '../labels.ts';
import classes from './analyses.module.css';
import type { AnalysesQuery } from './analyses.ts';

/** The server lists no page beyond this one. */
const LAST_PAGE = 40;

/** The orders behind the figures, 25 a page. */
export function AnalyzedOrders({ query }: { query: AnalysesQuery }) {
  const { t } = useTranslation(['analyses', 'orders']);
  const { number, date } = useFormats();
  const filter = JSON.stringify(query);
  const [chosen, setChosen] = useState({ filter, page: 1 });
  // Another filter starts at its first page.
  const page = chosen.filter === filter ? chosen.page : 1;
  const setPage = (next: number) => setChosen({ filter, page: next });
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: queryKeys.part('orders', 'analyses-preview', { ...query, page }),
    queryFn: ({ signal }) => api('GET /orders/v6/analyses/preview', { query: { ...query, page }, signal }),
    placeholderData: keepPreviousData,
  });
  const days = (value: number | null) => (value === null ? '--' : number(value, 1));
  return (
    <section className={classes.block} aria-labelledby="analyses-orders">
      <h2 id="analyses-orders" className={classes.heading}>
        {t('preview')}
      </h2>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} small />
      ) : !data ? (
        <SkeletonBox width="100%" height={240} />
      ) : data.items.length === 0 ? (
        <p className={classes.note}>{t('none')}</p>
      ) : (
        <>
          <div className={classes.scroll} data-stale={isPlaceholderData || undefined}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{t('orders:column.order')}</th>
                  <th scope="col">{t('orders:column.placed')}</th>
                  <th scope="col">{t('orders:column.placement')}</th>
                  {(['total', 'cost', 'profit'] as const).map((key) => (
                    <th key={key} scope="col" data-end>
                      {t(`orders:column.${key}`)}
                    </th>
                  ))}
                  <th scope="col" data-end>
                    {t('daysToShip')}
                  </th>
                  <th scope="col" data-end>
                    {t('daysToDeliver')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.items.map((one) => (
                  <tr key={one.order_id}>
                    <th scope="row">
                      <Link to="/app/orders" search={{ period: 'all', open: one.order_id }}>
                        <bdi>{one.name}</bdi>
                      </Link>
                    </th>
                    <td>{date(one.placed_at)}</td>
                    <td>
                      <StatusBadge
                        tone={PLACEMENT_TONES[one.placement_status]}
                        label={t(`orders:placement.${one.placement_status}`)}
                      />
                    </td>
                    <td data-end>
                      <Money value={one.total} />
                    </td>
                    <td data-end>
                      <Money value={one.cost} />
                    </td>
                    <td data-end>
                      <Money value={one.profit} signed />
                    </td>
                    <td data-end>{days(one.days_to_ship)}</td>
                    <td data-end>{days(one.days_to_deliver)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {page > 1 || data.has_more ? (
            <div className={classes.pages}>
              <Button size="xs" variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
                {t('previousPage')}
              </Button>
              <span>{t('page', { page: number(page) })}</span>
              <Button
                size="xs"
                variant="default"
                disabled={!data.has_more || page === LAST_PAGE}
                onClick={() => setPage(page + 1)}
              >
                {t('nextPage')}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </section>
  );
}
