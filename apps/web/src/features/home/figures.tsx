import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonLine } from '../../kit/skeletons.tsx';
import { StatCard } from '../../kit/stat-card.tsx';
import type { CallData } from '../../lib/api.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './home-page.module.css';

export type Summary = CallData<'GET /home/summary'>;

const KEYS = ['to_place', 'waiting_payment', 'in_transit', 'attention'] as const;

/** Which list shows the orders behind a figure. */
const PLACES: Record<(typeof KEYS)[number], { to: string; tab?: string }> = {
  to_place: { to: '/app/orders' },
  waiting_payment: { to: '/app/orders' },
  in_transit: { to: '/app/orders/shipment' },
  attention: { to: '/app/orders' },
};

/** What waits today: four figures, each leading to the rows behind it. */
export function Figures({ summary }: { summary: Summary }) {
  const { t } = useTranslation('home');
  const { number } = useFormats();
  const router = useRouter();
  const known: Record<string, unknown> = router.routesByPath;
  return (
    <section className={classes.block} aria-labelledby="today">
      <h2 id="today" className={classes.heading}>
        {t('today')}
      </h2>
      <div className={classes.figures}>
        {KEYS.map((key) => {
          const card: ReactNode = (
            <StatCard
              label={t(`figures.${key}`)}
              value={number(summary[key])}
              note={t(`figureNotes.${key}`)}
              alert={key === 'attention' && summary[key] > 0}
            />
          );
          return PLACES[key].to in known ? (
            <Link key={key} to={PLACES[key].to as '/app'} className={classes.figure}>
              {card}
            </Link>
          ) : (
            <div key={key} className={classes.figure}>
              {card}
            </div>
          );
        })}
      </div>
    </section>
  );
}

/** The figures to come. */
export function FigureBones() {
  const { t } = useTranslation('home');
  return (
    <section className={classes.block} aria-busy="true">
      <h2 className={classes.heading}>{t('today')}</h2>
      <div className={classes.figures}>
        {KEYS.map((key) => (
          <div key={key} className={classes.figureBone}>
            <SkeletonLine width="55%" />
            <SkeletonLine width="25%" height={16} />
            <SkeletonLine width="70%" height={8} />
          </div>
        ))}
      </div>
    </section>
  );
}
