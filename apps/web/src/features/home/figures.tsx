import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SkeletonLine } from '../../kit/skeletons.tsx';
import { StatCard } from '../../kit/stat-card.tsx';
import type { CallData } from '../../lib/api.ts';
import type { ScreenPath } from '../../lib/screen-path.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './home-page.module.css';

export type Summary = CallData<'GET /home/summary'>;

const KEYS = ['to_place', 'waiting_payment', 'in_transit', 'attention', 'alarms'] as const;

/** Which list shows the orders behind a figure. */
const PLACES: Record<(typeof KEYS)[number], ScreenPath> = {
  to_place: '/app/orders',
  waiting_payment: '/app/orders',
  in_transit: '/app/orders/shipment',
  attention: '/app/orders',
  alarms: '/app/manage/tracking',
};

/** One figure, a link to its list. A count that stopped at `most` says so. */
function Figure({ name, value, most }: { name: (typeof KEYS)[number]; value: number; most: number }) {
  const { t } = useTranslation('home');
  const { number } = useFormats();
  return (
    <Link to={PLACES[name]} className={classes.figure}>
      <StatCard
        label={t(`figures.${name}`)}
        value={value >= most ? `${number(most)}+` : number(value)}
        note={t(`figureNotes.${name}`)}
        alert={(name === 'attention' || name === 'alarms') && value > 0}
      />
    </Link>
  );
}

/** What waits today: figures, each leading to the rows behind it. */
export function Figures({ summary }: { summary: Summary }) {
  const { t } = useTranslation('home');
  return (
    <section className={classes.block} aria-labelledby="today">
      <h2 id="today" className={classes.heading}>
        {t('today')}
      </h2>
      <div className={classes.figures}>
        {KEYS.map((key) => (
          <Figure key={key} name={key} value={summary[key]} most={summary.most} />
        ))}
      </div>
    </section>
  );
}

/** The figures to come: their names stand already, so that nothing moves. */
export function FigureSkeletons() {
  const { t } = useTranslation('home');
  return (
    <section className={classes.block} aria-busy="true">
      <h2 className={classes.heading}>{t('today')}</h2>
      <div className={classes.figures}>
        {KEYS.map((key) => (
          <div key={key} className={classes.figure}>
            <StatCard
              label={t(`figures.${key}`)}
              value={<SkeletonLine width={36} height={16} />}
              note={t(`figureNotes.${key}`)}
            />
          </div>
        ))}
      </div>
    </section>
  );
}
