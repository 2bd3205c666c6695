import { Link, useRouter } from '@tanstack/react-router';
import { Bell, CircleCheck, CircleHelp, Gauge, Languages, LogOut, SunMoon, X } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../kit/avatar.tsx';
import { useLanguageItems } from '../../kit/language-picker.tsx';
import { LazySheet } from '../../kit/lazy-drawer.tsx';
import { MenuList } from '../../kit/menu.tsx';
import { useSchemeItems } from '../../kit/theme-switch.tsx';
import type { Account } from '../../lib/account.ts';
import { session } from '../../lib/session.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useBell } from '../notifications/index.ts';
import { Usage } from '../plans/index.ts';
import { DoneList } from './done-tasks.tsx';
import classes from './more-sheet.module.css';
import { StoreSelector } from './store-selector.tsx';
import { useOwnItems } from './use-own-items.ts';
import { usePlaces } from './use-places.ts';
import { useTasks } from './use-tasks.tsx';

export type MorePage = 'main' | 'language' | 'scheme' | 'usage' | 'tasks';

/** What has no tab: who is signed in, the other places, and what the header holds on a wide screen. */
export default function MoreSheet({
  page,
  onPage,
}: {
  page: MorePage | undefined;
  onPage(page: MorePage | undefined): void;
}) {
  const { t } = useTranslation(['shell', 'common']);
  const router = useRouter();
  const { account } = useAccount();
  const { close: wrapper, hidesBilling = false } = session();
  const rest = usePlaces().filter(
    (place) => place.tab === undefined && place.key !== 'notifications' && !(place.key === 'settings' && hidesBilling),
  );
  const own = useOwnItems();
  const tasks = useTasks();
  const languages = useLanguageItems();
  const schemes = useSchemeItems();
  const unread = useBell().data?.total ?? 0;
  const close = () => onPage(undefined);
  const title =
    page === 'language'
      ? t('common:language')
      : page === 'scheme'
        ? t('common:scheme.label')
        : page === 'usage'
          ? t('usage')
          : page === 'tasks'
            ? t('common:process.title')
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
      ) : page === 'tasks' ? (
        <DoneList items={tasks.items} onDismiss={tasks.dismiss} onDone={close} />
      ) : (
        <>
          {account ? <Person account={account} onGo={hidesBilling ? undefined : close} /> : null}
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
                  void router.navigate({ to: place.to });
                },
              })),
              ...(hidesBilling
                ? []
                : [{ key: 'usage', label: t('usage'), icon: Gauge, section: '', run: () => onPage('usage') }]),
              ...own.map((item) => ({
                ...item,
                run: () => {
                  close();
                  item.run();
                },
              })),
              {
                key: 'help',
                label: t('help'),
                icon: CircleHelp,
                run: () => {
                  close();
                  if (account?.links.help) open(account.links.help, '_blank', 'noopener');
                  else void router.navigate({ to: '/app/help' });
                },
              },
              {
                key: 'notifications',
                label: unread > 0 ? t('bell.unread', { count: unread }) : t('bell.title'),
                icon: Bell,
                run: () => {
                  close();
                  void router.navigate({ to: '/app/notifications' });
                },
              },
              ...(tasks.isFolded
                ? [
                    {
                      key: 'tasks',
                      label: t('common:process.ended', { count: tasks.items.length }),
                      icon: CircleCheck,
                      run: () => onPage('tasks' as const),
                    },
                  ]
                : []),
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

/** Who is signed in, by picture and e-mail; leads to the account's page. */
function Person({ account, onGo }: { account: Account; onGo: (() => void) | undefined }) {
  const { t } = useTranslation('shell');
  const words = (
    <>
      <Avatar name={account.name || account.email} picture={account.avatar} size={40} />
      <span className={classes.words}>
        {onGo ? <span className={classes.name}>{t('user')}</span> : null}
        <span className={classes.email}>{account.email}</span>
      </span>
    </>
  );
  return onGo ? (
    <Link to="/app/setting/account" className={classes.person} onClick={onGo}>
      {words}
    </Link>
  ) : (
    <div className={classes.person}>{words}</div>
  );
}
