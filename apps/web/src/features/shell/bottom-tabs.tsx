import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { Bell, CircleHelp, Gauge, Languages, ListChecks, LogOut, Menu as MenuIcon, SunMoon, X } from 'lucide-react';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguageItems } from '../../kit/language-picker.tsx';
import { LazySheet } from '../../kit/lazy-drawer.tsx';
import { MenuList } from '../../kit/menu.tsx';
import { useSchemeItems } from '../../kit/theme-switch.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';
import { chatUnread } from '../../lib/outside/chat.ts';
import { session } from '../../lib/session.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useBell } from '../notifications/use-notices.ts';
import classes from './bottom-tabs.module.css';
import { activePlace } from './places.ts';
import { tabsOf } from './shell-rules.ts';
import { StoreSelector } from './store-selector.tsx';
import { useCounts } from './use-counts.ts';
import { usePlaces } from './use-places.ts';

const Usage = lazyPart(() => import('../plans/usage.tsx'));

type Page = 'main' | 'language' | 'scheme' | 'usage';

/** The places of a phone, in reach of the thumb. What has no tab is behind More. */
export function BottomTabs() {
  const { t } = useTranslation(['shell', 'common']);
  const places = usePlaces();
  const counts = useCounts();
  const bell = useBell().data?.badge;
  const { compact } = useFormats();
  const chat = useSyncExternalStore(chatUnread.watch, chatUnread.count);
  const waiting = chat > 0 ? compact(chat) : bell;
  const path = useLocation({ select: (location) => location.pathname });
  const [page, setPage] = useState<Page>();
  const active = activePlace(path);
  const { tabs, hasMore } = tabsOf(places, session().hidesBilling ?? false);
  return (
    <nav className={classes.tabs} aria-label={t('navigation')}>
      {tabs.map((place) => {
        const count = place.badge ? counts[place.badge] : undefined;
        return (
          <Link
            key={place.key}
            to={place.to as '/app'}
            className={classes.tab}
            activeOptions={{ exact: place.key === 'home' }}
            data-active={active === place.key || undefined}
          >
            <span className={classes.icon}>
              <place.icon size={20} strokeWidth={1.75} aria-hidden />
              {count ? <span className={classes.badge}>{compact(count)}</span> : null}
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
          onClick={() => setPage('main')}
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
      <MoreSheet page={page} onPage={setPage} />
    </nav>
  );
}

function MoreSheet({ page, onPage }: { page: Page | undefined; onPage(page: Page | undefined): void }) {
  const { t } = useTranslation(['shell', 'common']);
  const router = useRouter();
  const { account } = useAccount();
  const rest = usePlaces().filter((place) => place.tab === undefined);
  const languages = useLanguageItems();
  const schemes = useSchemeItems();
  const unread = useBell().data?.total ?? 0;
  const close = () => onPage(undefined);
  const wrapper = session().close;
  const title =
    page === 'language'
      ? t('common:language')
      : page === 'scheme'
        ? t('common:scheme.label')
        : page === 'usage'
          ? t('usage')
          : (account?.name ?? t('tabs.more'));
  return (
    <LazySheet open={page !== undefined} onClose={close} title={title}>
      {page === 'language' ? (
        <MenuList key="language" items={languages} onDone={close} />
      ) : page === 'scheme' ? (
        <MenuList key="scheme" items={schemes} onDone={close} />
      ) : page === 'usage' ? (
        <Suspense fallback={null}>
          <Usage onDone={close} />
        </Suspense>
      ) : (
        <>
          <StoreSelector />
          <MenuList
            key="main"
            onDone={() => undefined}
            items={[
              ...rest.map((place) => ({
                key: place.key,
                label: t(`places.${place.key}`),
                icon: place.icon,
                run: () => {
                  close();
                  void router.navigate({ to: place.to as '/app' });
                },
              })),
              { key: 'usage', label: t('usage'), icon: Gauge, section: '', run: () => onPage('usage') },
              {
                key: 'quick',
                label: t('quickStart'),
                icon: ListChecks,
                run: () => {
                  close();
                  void router.navigate({ to: '/app/guide-line' as '/app' });
                },
              },
              ...(account?.links.help
                ? [
                    {
                      key: 'help',
                      label: t('help'),
                      icon: CircleHelp,
                      run: () => void open(account.links.help ?? '', '_blank', 'noopener'),
                    },
                  ]
                : []),
              {
                key: 'notifications',
                label: unread > 0 ? t('bell.unread', { count: unread }) : t('bell.title'),
                icon: Bell,
                run: () => {
                  close();
                  void router.navigate({ to: '/app/notifications' as '/app' });
                },
              },
              {
                key: 'language',
                label: t('common:language'),
                icon: Languages,
                section: '',
                run: () => onPage('language'),
              },
              { key: 'scheme', label: t('common:scheme.label'), icon: SunMoon, run: () => onPage('scheme') },
              ...(wrapper ? [{ key: 'close', label: t('close'), icon: X, section: '', run: wrapper }] : []),
              {
                key: 'out',
                label: t('signOut'),
                note: account?.email,
                icon: LogOut,
                section: '',
                run: () => {
                  close();
                  void router.navigate({ to: '/signout' });
                },
              },
            ]}
          />
        </>
      )}
    </LazySheet>
  );
}
