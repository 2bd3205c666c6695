import { Link, useLocation } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { chatUnread } from '../../lib/chat-unread.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { session } from '../../lib/session.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useBell } from '../notifications/index.ts';
import classes from './bottom-tabs.module.css';
import type { MorePage } from './more-sheet.tsx';
import { markedPlace } from './places.ts';
import { getTabs } from './shell-rules.ts';
import { useCounts } from './use-counts.ts';
import { usePlaces } from './use-places.ts';

const MoreSheet = lazyChunk(() => import('./more-sheet.tsx'));

/** The places of a phone, in reach of the thumb. What has no tab is behind More. */
export default function BottomTabs() {
  const { t } = useTranslation(['shell', 'common']);
  const places = usePlaces();
  const counts = useCounts();
  const bell = useBell().data?.badge;
  const { compact } = useFormats();
  const chat = useSyncExternalStore(chatUnread.watch, chatUnread.read);
  const waiting = chat > 0 ? compact(chat) : bell;
  const path = useLocation({ select: (location) => location.pathname });
  const [page, setPage] = useState<MorePage>();
  const [opened, setOpened] = useState(false);
  const active = markedPlace(path);
  const { tabs, hasMore } = getTabs(places, session().hidesBilling ?? false);
  return (
    <nav className={classes.tabs} aria-label={t('navigation')}>
      {tabs.map((place) => {
        const count = place.badge ? counts[place.badge] : undefined;
        return (
          <Link
            key={place.key}
            to={place.to}
            className={classes.tab}
            activeOptions={{ exact: place.key === 'home' }}
            data-active={active === place.key || undefined}
          >
            <span className={classes.icon}>
              <place.icon size={20} strokeWidth={1.75} aria-hidden />
              {count ? (
                <span className={classes.badge} dir="ltr">
                  {compact(count)}
                  {place.badge === 'orders' && counts.isOrdersCapped ? '+' : null}
                </span>
              ) : null}
            </span>
            <span className={classes.word}>{t(`tabs.${place.tab ?? 'more'}`)}</span>
          </Link>
        );
      })}
      {hasMore ? (
        <button
          type="button"
          className={classes.tab}
          aria-haspopup="dialog"
          aria-expanded={page !== undefined}
          data-active={!tabs.some((place) => place.key === active) || undefined}
          onClick={() => {
            setOpened(true);
            setPage('main');
          }}
        >
          <span className={classes.icon}>
            <MenuIcon size={20} strokeWidth={1.75} aria-hidden />
            {waiting ? (
              <span className={classes.badge} dir="ltr">
                {waiting}
              </span>
            ) : null}
          </span>
          <span className={classes.word}>{t('tabs.more')}</span>
        </button>
      ) : null}
      {opened ? (
        <Suspense fallback={null}>
          <MoreSheet page={page} onPage={setPage} />
        </Suspense>
      ) : null}
    </nav>
  );
}
