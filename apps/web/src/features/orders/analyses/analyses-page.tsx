import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../kit/chart.tsx';
import { Money } from '../../../kit/money.tsx';
import { PageHeader } from '../../../kit/page-header.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { StatCard } from '../../../kit/stat-card.tsx';
import { EmptyState, ErrorState } from '../../../kit/states.tsx';
import { api } from '../../../lib/api.ts';
import { connectorName, getConnectors } from '../../../lib/connectors.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { urlPart, useUrlState } from '../../../lib/url-state.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { PeriodPicker } from '../list/period-picker.tsx';
import { SectionActions, SectionRow } from '../sections.tsx';
import classes from './analyses.module.css';
import type { Analyses, AnalysesQuery } from './analyses.ts';
import { AnalyzedOrders } from './analyzed-orders.tsx';
import { SectionFigures } from './section-figures.tsx';

const PERIODS = ['30_days', 'today', '7_days', '60_days', '90_days', 'another_time'] as const;
const IN_ORDER = ['today', '7_days', '30_days', '60_days', '90_days', 'another_time'] as const;
const URL_STATE = {
  period: urlPart.choice(PERIODS),
  from: urlPart.text(),
  to: urlPart.text(),
  source: urlPart.text(),
  carrier: urlPart.text(),
};
const STEPS = ['received', 'placed', 'paid', 'shipped', 'delivered'] as const;

/** What a period's orders earned, how far they came, and how suppliers and carriers did. */
export default function AnalysesPage() {
  const { t } = useTranslation(['analyses', 'orders']);
  const { shownStore } = useAccount();
  const [url, setUrl] = useUrlState(URL_STATE);
  const isWhole = url.period !== 'another_time' || (url.from !== '' && url.to !== '' && url.from <= url.to);
  const ask: AnalysesQuery = {
    period: url.period,
    ...(url.period === 'another_time' ? { from_date: url.from, to_date: url.to } : {}),
    store_id: shownStore?.id,
    ...(url.source ? { source: url.source } : {}),
    ...(url.carrier ? { carrier: url.carrier } : {}),
  };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: queryKeys.part('orders', 'analyses', ask),
    queryFn: ({ signal }) => api('GET /orders/v6/analyses', { query: ask, signal }),
    enabled: isWhole,
    placeholderData: keepPreviousData,
  });
  const carriers = useQuery({
    queryKey: queryKeys.part('orders', 'analyses-carriers', { ...ask, carrier: undefined }),
    queryFn: ({ signal }) =>
      api('GET /orders/v6/analyses/list-carriers', { query: { ...ask, carrier: undefined }, signal }),
    enabled: isWhole,
    placeholderData: keepPreviousData,
  }).data?.items;
  return (
    <>
      <SectionRow active="analyses" />
      <PageHeader title={t('title')} actions={<SectionActions active="analyses" />} />
      <div className={classes.page}>
        <div className={classes.filters}>
          <NativeSelect
            aria-label={t('orders:column.supplier')}
            value={url.source}
            onChange={(event) => setUrl({ source: event.currentTarget.value })}
            data={[
              { value: '', label: t('allSuppliers') },
              ...getConnectors('supplier').map(({ id, label }) => ({ value: id, label })),
            ]}
          />
          <NativeSelect
            aria-label={t('carrier')}
            value={url.carrier}
            onChange={(event) => setUrl({ carrier: event.currentTarget.value })}
            data={[
              { value: '', label: t('allCarriers') },
              ...[
                ...new Set([...(carriers ?? []).map((one) => one.carrier), ...(url.carrier ? [url.carrier] : [])]),
              ].map((name) => ({ value: name, label: name })),
            ]}
          />
          <PeriodPicker
            periods={IN_ORDER}
            value={url}
            onChange={({ period, ...days }) => setUrl({ ...days, ...(period && period !== 'all' ? { period } : {}) })}
          />
        </div>
        {!isWhole ? (
          <EmptyState
            picture={<ChartColumn size={28} strokeWidth={1.5} aria-hidden />}
            title={t('chooseDays')}
            text={t('chooseDaysText')}
          />
        ) : error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonBox width="100%" height={420} />
        ) : (
          <div
            className={classes.blocks}
            data-stale={isPlaceholderData || undefined}
            aria-busy={isPlaceholderData || undefined}
          >
            <Results data={data} />
            <Funnel data={data} />
            <SectionFigures from={data.from_date} to={data.to_date} source={url.source} storeId={shownStore?.id} />
            <Suppliers data={data} />
            <Carriers data={data} />
            <AnalyzedOrders query={ask} />
          </div>
        )}
      </div>
    </>
  );
}

function Results({ data }: { data: Analyses }) {
  const { t } = useTranslation('analyses');
  const formats = useFormats();
  const minor = (amount: number) => ({ amount, currency: data.currency });
  const sum = (of: (day: Analyses['days'][number]) => number) => data.days.reduce((total, day) => total + of(day), 0);
  const orders = sum((day) => day.orders);
  const sales = sum((day) => day.sales.amount);
  const cost = sum((day) => day.cost?.amount ?? 0);
  const isPriced = data.days.some((day) => day.profit !== null);
  const profit = sum((day) => day.profit?.amount ?? 0);
  return (
    <section className={classes.block} aria-labelledby="analyses-sales">
      <h2 id="analyses-sales" className={classes.heading}>
        {t('sales')}
      </h2>
      <div className={classes.figures}>
        <StatCard label={t('orders')} value={formats.number(orders)} />
        <StatCard
          label={t('sales')}
          value={<Money value={minor(sales)} />}
          note={orders > 0 ? t('perOrder', { sum: formats.money(minor(Math.round(sales / orders))) }) : null}
        />
        <StatCard label={t('cost')} value={isPriced ? <Money value={minor(cost)} /> : '--'} note={t('costNote')} />
        <StatCard
          label={t('profit')}
          value={isPriced ? <Money value={minor(profit)} signed /> : '--'}
          note={t('profitNote')}
        />
      </div>
      <div className={classes.card}>
        <Chart
          label={t('chart')}
          span={`${formats.day(data.from_date)} – ${formats.day(data.to_date)}`}
          height={216}
          points={data.days.map((day) => ({ at: day.day, sales: day.sales.amount, profit: day.profit?.amount ?? 0 }))}
          series={[
            { key: 'sales', label: t('sales'), accent: true },
            { key: 'profit', label: t('profit') },
          ]}
          format={(amount) => formats.money(minor(amount))}
          formatAxis={(amount) => formats.moneyShort(minor(amount))}
          formatAt={formats.day}
        />
      </div>
      {data.is_converted ? <p className={classes.note}>{t('converted')}</p> : null}
      {data.other_currency_orders > 0 ? (
        <p className={classes.note}>
          {t('otherCurrency', { count: data.other_currency_orders, currency: data.currency })}
        </p>
      ) : null}
    </section>
  );
}

function Funnel({ data }: { data: Analyses }) {
  const { t } = useTranslation('analyses');
  const { number, percent } = useFormats();
  const { received, cancelled } = data.funnel;
  return (
    <section className={classes.block} aria-labelledby="analyses-funnel">
      <h2 id="analyses-funnel" className={classes.heading}>
        {t('funnel')}
      </h2>
      <ol className={classes.funnel}>
        {STEPS.map((step) => (
          <li key={step} className={classes.step}>
            <span>{t(`step.${step}`)}</span>
            <span className={classes.bar} aria-hidden="true">
              <span style={{ inlineSize: received > 0 ? `${(100 * data.funnel[step]) / received}%` : 0 }} />
            </span>
            <span className={classes.figure}>
              {number(data.funnel[step])}
              {received > 0 && step !== 'received' ? ` · ${percent(data.funnel[step] / received)}` : ''}
            </span>
          </li>
        ))}
      </ol>
      {cancelled > 0 ? <p className={classes.note}>{t('cancelled', { count: cancelled })}</p> : null}
    </section>
  );
}

function Suppliers({ data }: { data: Analyses }) {
  const { t } = useTranslation(['analyses', 'orders']);
  const { number } = useFormats();
  if (data.suppliers.length === 0) return null;
  return (
    <section className={classes.block} aria-labelledby="analyses-suppliers">
      <h2 id="analyses-suppliers" className={classes.heading}>
        {t('suppliers')}
      </h2>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('orders:column.supplier')}</th>
              <th scope="col" data-end>
                {t('supplierOrders')}
              </th>
              <th scope="col" data-end>
                {t('failed')}
              </th>
              <th scope="col" data-end>
                {t('cost')}
              </th>
              <th scope="col" data-end>
                {t('daysToShip')}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.suppliers.map((one) => (
              <tr key={one.source}>
                <th scope="row">{connectorName(one.source)}</th>
                <td data-end>{number(one.supplier_orders)}</td>
                <td data-end>{number(one.failed)}</td>
                <td data-end>
                  {one.cost.length === 0
                    ? '--'
                    : one.cost.map((sum) => (
                        <div key={sum.currency}>
                          <Money value={sum} />
                        </div>
                      ))}
                </td>
                <td data-end>{one.days_to_ship === null ? '--' : number(one.days_to_ship, 1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Carriers({ data }: { data: Analyses }) {
  const { t } = useTranslation('analyses');
  const { number } = useFormats();
  if (data.carriers.length === 0) return null;
  return (
    <section className={classes.block} aria-labelledby="analyses-carriers">
      <h2 id="analyses-carriers" className={classes.heading}>
        {t('carriers')}
      </h2>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('carrier')}</th>
              <th scope="col" data-end>
                {t('parcels')}
              </th>
              <th scope="col" data-end>
                {t('step.delivered')}
              </th>
              <th scope="col" data-end>
                {t('problems')}
              </th>
              <th scope="col" data-end>
                {t('daysToDeliver')}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.carriers.map((one) => (
              <tr key={one.carrier}>
                <th scope="row">
                  <bdi>{one.carrier}</bdi>
                </th>
                <td data-end>{number(one.parcels)}</td>
                <td data-end>{number(one.delivered)}</td>
                <td data-end>{number(one.problems)}</td>
                <td data-end>{one.days_to_deliver === null ? '--' : number(one.days_to_deliver, 1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
