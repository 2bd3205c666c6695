import { ChartLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../kit/chart.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { Money } from '../../kit/money.tsx';
import { SkeletonBox, SkeletonLine } from '../../kit/skeletons.tsx';
import { Sparkline } from '../../kit/sparkline.tsx';
import { StatCard } from '../../kit/stat-card.tsx';
import { EmptyState } from '../../kit/states.tsx';
import { useFormats } from '../../lib/use-formats.ts';
import { useHasStore } from './connect-card.tsx';
import type { Summary } from './figures.tsx';
import classes from './home-page.module.css';
import { totals } from './totals.ts';

/** Sales and profit of the last 30 days: the course of both, and their sums. */
export function Results({ summary }: { summary: Summary | undefined }) {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const hasStore = useHasStore();
  const heading = (
    <h2 id="results" className={classes.heading}>
      {t('results.title')}
    </h2>
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
  const minor = (amount: number) => ({ amount, currency: summary.currency });
  return (
    <section className={classes.block} aria-labelledby="results">
      {heading}
      <div className={classes.results}>
        <div className={classes.chart}>
          <Chart
            label={t('results.chart')}
            span={t('results.span')}
            height={216}
            isLastOpen
            points={summary.days.map((day) => ({
              at: day.day,
              profit: day.profit?.amount ?? 0,
              sales: day.sales.amount,
            }))}
            series={[
              { key: 'sales', label: t('results.sales'), accent: true },
              { key: 'profit', label: t('results.profit') },
            ]}
            format={(amount) => formats.money(minor(amount))}
            formatAxis={(amount) => formats.moneyShort(minor(amount))}
            formatAt={formats.day}
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
              aside={
                <Sparkline values={summary.days.map((day) => day.profit?.amount ?? 0)} label={t('results.profit')} />
              }
            />
          </div>
          <div className={classes.sum}>
            <StatCard
              label={t('results.orders')}
              value={formats.number(sums.orders)}
              note={t('results.perDay', { orders: formats.number(sums.orders / summary.days.length, 1) })}
              aside={<Sparkline values={summary.days.map((day) => day.orders)} label={t('results.orders')} />}
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
