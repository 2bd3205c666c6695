import { Link, useLocation } from '@tanstack/react-router';
import { CircleHelp, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { session } from '../../lib/session.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useMedia } from '../../lib/use-media.ts';
import { useBell } from '../notifications/index.ts';
import { isNarrow, setNarrow } from './nav-width.ts';
import classes from './navigation.module.css';
import { markedPlace } from './places.ts';
import { getNavigation } from './shell-rules.ts';
import { StoreSelector } from './store-selector.tsx';
import { useCounts } from './use-counts.ts';
import { usePlaces } from './use-places.ts';

// Only where there is no header.
const DoneTasks = lazyChunk(() => import('./done-tasks.tsx'));

/** The places, at the side: 232 px, or 72 with icons alone. */
export function Navigation() {
  const { t } = useTranslation('shell');
  const places = usePlaces();
  const counts = useCounts();
  const unread = useBell().data?.total;
  const { compact } = useFormats();
  const { account, error } = useAccount();
  const help = account?.links.help;
  // The list at the bottom grows upward: it is shown when all of its links are known.
  const isKnown = account !== undefined || error !== null;
  const path = useLocation({ select: (location) => location.pathname });
  const tight = useMedia('(max-width: 1199.98px)');
  const [narrow, setOwn] = useState(isNarrow);
  const active = markedPlace(path);
  const bare = tight || narrow;
  // The admin around us has its own edge: no extra section there, and the settings stand with the rest.
  const embedded = session().mode === 'embedded';
  const { top, bottom } = getNavigation(places, { embedded, hidesBilling: session().hidesBilling ?? false });

  const link = (place: (typeof places)[number]) => {
    const count = place.key === 'notifications' ? unread : place.badge ? counts[place.badge] : undefined;
    const label = t(`places.${place.key}`);
    const meaning = place.badge && count ? t(`badge.${place.badge}`, { count }) : undefined;
    return (
      <li key={place.key}>
        <Link
          to={place.to}
          className={classes.link}
          activeOptions={{ exact: place.key === 'home' }}
          data-active={active === place.key || undefined}
          data-hint={bare ? label : undefined}
          data-keys={bare ? place.keys.toUpperCase() : undefined}
        >
          <place.icon size={18} strokeWidth={active === place.key ? 2.1 : 1.75} aria-hidden />
          <span className={classes.label}>{label}</span>
          {count ? (
            <span className={classes.badge} data-hint={meaning} title={meaning} dir="ltr">
              {compact(count)}
              {place.badge === 'orders' && counts.isOrdersCapped ? '+' : null}
            </span>
          ) : null}
        </Link>
      </li>
    );
  };

  return (
    <nav className={classes.nav} aria-label={t('navigation')}>
      <StoreSelector />
      <ul className={classes.list}>
        {top.map(link)}
        {embedded ? (
          <li>
            <Suspense fallback={null}>
              <DoneTasks atSide />
            </Suspense>
          </li>
        ) : null}
      </ul>
      {embedded || !isKnown ? null : (
        <ul className={`${classes.list} ${classes.bottom}`}>
          {bare ? null : (
            <li className={classes.heading} aria-hidden="true">
              {t('extra')}
            </li>
          )}
          {bottom.map(link)}
          <li>
            {help ? (
              <a
                href={help}
                target="_blank"
                rel="noreferrer"
                className={classes.link}
                data-hint={bare ? t('help') : undefined}
              >
                <CircleHelp size={18} strokeWidth={1.75} aria-hidden />
                <span className={classes.label}>{t('help')}</span>
              </a>
            ) : (
              <Link
                to="/app/help"
                className={classes.link}
                data-active={/^\/app\/help(?:\/|$)/.test(path) || undefined}
                data-hint={bare ? t('help') : undefined}
              >
                <CircleHelp size={18} strokeWidth={1.75} aria-hidden />
                <span className={classes.label}>{t('help')}</span>
              </Link>
            )}
          </li>
          {tight ? null : (
            <li>
              <button
                type="button"
                className={classes.link}
                data-hint={narrow ? t('widen') : undefined}
                onClick={() => {
                  setOwn(!narrow);
                  setNarrow(!narrow);
                }}
              >
                {narrow ? (
                  <PanelLeftOpen size={18} strokeWidth={1.75} className="flip" aria-hidden />
                ) : (
                  <PanelLeftClose size={18} strokeWidth={1.75} className="flip" aria-hidden />
                )}
                <span className={classes.label}>{narrow ? t('widen') : t('narrow')}</span>
              </button>
            </li>
          )}
        </ul>
      )}
    </nav>
  );
}
