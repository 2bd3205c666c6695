import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, type CallBody, type CallData } from '../../lib/api.ts';
import classes from './sandbox.module.css';
import { SandboxClock } from './sandbox-clock.tsx';
import { worldQuery } from './world-query.ts';

type World = CallData<'GET /sandbox'>;

const SPEEDS = [1, 60, 1_000, 10_000] as const;
const JUMPS = [
  { key: 'hours', hours: 6 },
  { key: 'day', hours: 24 },
  { key: 'week', hours: 24 * 7 },
] as const;

/** The clock with its speeds and jumps, and the shop windows: what opens behind the sandbox's button. */
export default function Controls({ world }: { world: World }) {
  const { t } = useTranslation('orders');
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function set(body: CallBody<'POST /sandbox/clock'>): Promise<void> {
    setBusy(true);
    try {
      client.setQueryData<World>(worldQuery.queryKey, await api('POST /sandbox/clock', { body }));
    } finally {
      setBusy(false);
    }
  }

  // Orders in other stores don't come in here.
  const own = world.shops.filter(({ taken }) => taken === 'here');
  return (
    <div className={classes.panel} aria-busy={busy || undefined}>
      <section className={classes.part}>
        <h2 className={classes.heading}>{t('sandbox.clock')}</h2>
        {world.clock ? <SandboxClock clock={world.clock} /> : null}
        <div className={classes.speeds} role="radiogroup" aria-label={t('sandbox.speed')}>
          {SPEEDS.map((speed) => (
            // biome-ignore lint/a11y/useSemanticElements: drawn as one row of segments
            <button
              key={speed}
              type="button"
              role="radio"
              aria-checked={world.clock?.speed === speed}
              className={classes.choice}
              disabled={busy}
              onClick={() => void set({ speed })}
            >
              {speed}×
            </button>
          ))}
        </div>
        <div className={classes.jumps}>
          {JUMPS.map((jump) => (
            <button
              key={jump.key}
              type="button"
              className={classes.jump}
              disabled={busy}
              onClick={() => void set({ advance_hours: jump.hours })}
            >
              {t(`sandbox.jump.${jump.key}`)}
            </button>
          ))}
        </div>
        <p className={classes.quiet}>{t('sandbox.clockText')}</p>
      </section>
      <section className={classes.part}>
        <h2 className={classes.heading}>{t('sandbox.backOffices')}</h2>
        <ul className={classes.shops}>
          {world.back_offices.map((one) => (
            <li key={one.url}>
              <a className={classes.shop} href={one.url} target="_blank" rel="noreferrer">
                <span>{one.name}</span>
                <ExternalLink size={14} aria-hidden />
              </a>
            </li>
          ))}
        </ul>
        <p className={classes.quiet}>{t('sandbox.backOfficesText')}</p>
      </section>
      <section className={classes.part}>
        <h2 className={classes.heading}>{t('sandbox.shops')}</h2>
        {own.length === 0 ? <p className={classes.quiet}>{t('sandbox.noShop')}</p> : null}
        <ul className={classes.shops}>
          {own.map((shop) => (
            <li key={shop.window_url}>
              <a className={classes.shop} href={shop.window_url} target="_blank" rel="noreferrer">
                <span>{shop.name}</span>
                <span className={classes.quiet}>{shop.currency}</span>
                <ExternalLink size={14} aria-hidden />
              </a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
