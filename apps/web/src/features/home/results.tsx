import type { HomePeriod } from '@quayside/contracts';
import { ChartLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../kit/chart.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { Money } from '../../kit/money.tsx';
import { Segmented } from '../../kit/segmented.tsx';
import { SkeletonBox, SkeletonLine } from '../../kit/skeletons.tsx';
import { Sparkline } from '../../kit/sparkline.tsx';
import { StatCard } from '../../kit/stat-card.tsx';
import { EmptyState } from '../../kit/states.tsx';
import { useFormats } from '../../lib/use-formats.ts';
import { useHasStore } from './connect-card.tsx';
import type { Summary } from './figures.tsx';
import classes from './home-page.module.css';
import { PERIODS } from './period.ts';
import { totals } from './totals.ts';

interface Props {
  summary: Summary | undefined;
  /** The summary is of the previous period or store. */
  isStale: boolean;
  period: HomePeriod;
  onPeriod(period: HomePeriod): void;
}

/** Sales and profit of a period as a chart, and their totals. */
export function Results({ summary, isStale, period, onPeriod }: Props) {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const hasStore = useHasStore();
  const heading = (
    <div className={classes.resultsHead}>
      <h2 id="results" className={classes.heading}>
        {t(`results.period.${period}`)}
      </h2>
      {summary?.has_orders === false ? null : (
        <Segmented
          label={t('results.choose')}
          value={period}
          choices={PERIODS.map((one) => ({ value: one, label: t(`results.short.${one}`) }))}
          onChange={onPeriod}
        />
      )}
    </div>
  );
  if (!summary) {
    return (
      <section className={classes.block} aria-busy="true">
        {heading}
        <div className={classes.results}>
          <div className={classes.chart}>
            <SkeletonLine width="30%" />
            <div style={{ height: 16 }} />
            <SkeletonBox width="100%" height={224} />
          </div>
          <div className={classes.sums}>
            {(['sales', 'profit', 'orders'] as const).map((key) => (
              <div key={key} className={classes.sum}>
                <StatCard
                  label={t(`results.${key}`)}
                  value={<SkeletonLine width={96} height={16} />}
                  note={<SkeletonLine width={72} height={8} />}
                />
              </div>
            ))}
          </div>
        </div>
      </section>
    );
  }
  if (!summary.has_orders) {
    return (
      <section className={classes.block} aria-labelledby="results">
        {heading}
        <div className={classes.results} style={{ display: 'block' }}>
          <EmptyState
            picture={<ChartLine size={28} strokeWidth={1.5} aria-hidden />}
            title={t('results.empty')}
            text={t('results.emptyText')}
            action={hasStore === false ? <LinkButton to="/app/channel">{t('connect.action')}</LinkButton> : undefined}
          />
        </div>
      </section>
    );
  }
  const sums = totals(summary.days, summary.currency);
  const { hours } = summary;
  const points = hours
    ? hours.map((hour) => ({ ...hour, at: String(hour.hour) }))
    : summary.days.map((day) => ({ ...day, at: day.day }));
  const minor = (amount: number) => ({ amount, currency: summary.currency });
  return (
    <section className={classes.block} aria-labelledby="results">
      {heading}
      <div className={classes.results} data-stale={isStale || undefined} aria-busy={isStale || undefined}>
        <div className={classes.chart}>
          <Chart
            label={hours ? t('results.chartByHour') : t('results.chart')}
            span={t(`results.period.${period}`)}
            height={216}
            isLastOpen
            atLabel={hours ? t('results.hour') : undefined}
            points={points.map(({ at, profit, sales }) => ({ at, profit: profit?.amount ?? 0, sales: sales.amount }))}
            series={[
              { key: 'sales', label: t('results.sales'), accent: true },
              { key: 'profit', label: t('results.profit') },
            ]}
            format={(amount) => formats.money(minor(amount))}
            formatAxis={(amount) => formats.moneyShort(minor(amount))}
            formatAt={hours ? (at) => formats.hour(Number(at)) : formats.day}
          />
        </div>
        <div className={classes.sums}>
          <div className={classes.sum}>
            <StatCard
              label={t('results.sales')}
              value={<Money value={minor(sums.sales)} />}
              note={
                sums.orders > 0
                  ? t('results.perOrder', { sum: formats.money(minor(Math.round(sums.sales / sums.orders))) })
                  : null
              }
            />
          </div>
          <div className={classes.sum}>
            <StatCard
              label={t('results.profit')}
              value={<Money value={sums.profit === undefined ? undefined : minor(sums.profit)} signed />}
              note={
                sums.margin === undefined
                  ? t('results.noCost')
                  : [
                      t('results.margin', { share: formats.percent(sums.margin) }),
                      ...(sums.unpriced > 0 ? [t('results.unpriced', { count: sums.unpriced })] : []),
                    ].join(' · ')
              }
              aside={<Sparkline values={points.map(({ profit }) => profit?.amount ?? 0)} label={t('results.profit')} />}
            />
          </div>
          <div className={classes.sum}>
            <StatCard
              label={t('results.orders')}
              value={formats.number(sums.orders)}
              note={
                summary.days.length > 1
                  ? t('results.perDay', { orders: formats.number(sums.orders / summary.days.length, 1) })
                  : null
              }
              aside={<Sparkline values={points.map(({ orders }) => orders)} label={t('results.orders')} />}
            />
          </div>
        </div>
      </div>
      {summary.is_converted ? <p className={classes.others}>{t('results.converted')}</p> : null}
      {summary.other_currency_orders > 0 ? (
        <p className={classes.others}>
          {t('results.otherCurrency', { count: summary.other_currency_orders, currency: summary.currency })}
        </p>
      ) : null}
    </section>
  );
}
