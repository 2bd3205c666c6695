import { lazyChunk, onMissingChunk } from '../../lib/lazy-chunk.ts';
import { reportMissingChunk } from '../../lib/missing-chunk.ts';
import '../../theme/mantine-app.css';
import { Button } from '@mantine/core';
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../app/query-client.ts';
import { SandboxOnly } from '../../kit/sandbox-tag.tsx';
import { SkeletonLine } from '../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../kit/states.tsx';
import { demoPrompt } from '../../lib/demo-prompt.ts';
import { quotaPrompt } from '../../lib/quota-prompt.ts';
import { session } from '../../lib/session.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useTimesIn } from '../../lib/use-formats.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { useLiveUpdates } from '../../lib/use-live.ts';
import { useMay } from '../../lib/use-may.ts';
import { useIsMobile } from '../../lib/use-media.ts';
import { watchFor } from '../../lib/user-wait.ts';
import { ChatButton } from '../guide/index.ts';
import { DemoPrompt, QuotaPrompt } from '../plans/index.ts';
import { Banners } from './banners.tsx';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';
import { Processes } from './processes.tsx';
import classes from './shell.module.css';
import { headerHeight, offersTop } from './shell-rules.ts';
import { usePlaces } from './use-places.ts';

const Palette = lazyChunk(() => import('./palette.tsx'));
// A wide screen has none.
const BottomTabs = lazyChunk(() => import('./bottom-tabs.tsx'));
const BackToTop = lazyChunk(() => import('../../kit/back-to-top.tsx'));
const Connection = lazyChunk(() => import('./connection.tsx'));
const KeyboardHelp = lazyChunk(() => import('./keyboard-help.tsx'));

/** Measuring a page and the like waits until it stands, in milliseconds. */
const LATER_MS = 2500;

onMissingChunk(reportMissingChunk);

/** The frame around every screen of the app: header, navigation, tasks, keys. */
export default function Shell() {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame />
    </QueryClientProvider>
  );
}

function Frame() {
  const { t, i18n } = useTranslation('shell');
  useAnswersIn(i18n.language);
  const mobile = useIsMobile();
  const { account, workplace, workplaceId, error, retry } = useAccount();
  const chat = account?.has_chat ?? false;
  const [palette, setPalette] = useState(0);
  const [help, setHelp] = useState(false);
  const live = useLiveUpdates(workplaceId);
  const router = useRouter();
  const places = usePlaces();
  useKeys([
    {
      keys: 'mod+k',
      label: t('keys.palette'),
      group: t('keys.everywhere'),
      inFields: true,
      run: () => setPalette((n) => n + 1),
    },
    { keys: '?', label: t('keys.help'), group: t('keys.everywhere'), run: () => setHelp(true) },
    ...places.map((place) => ({
      keys: place.keys,
      label: t(`places.${place.key}`),
      group: t('keys.goTo'),
      run: () => void router.navigate({ to: place.to }),
    })),
  ]);

  const asksDemo = useSyncExternalStore(demoPrompt.watch, demoPrompt.isOpen);
  const overQuota = useSyncExternalStore(quotaPrompt.watch, quotaPrompt.refusal);
  useTimesIn(account?.time_zone ?? '');
  useAfterStart();
  const path = useLocation({ select: (location) => location.pathname });
  const isTopOffered = useCallback((scrolled: number) => offersTop(scrolled, path), [path]);
  // The workspace of last time is known before the account is: the screen need not wait for it.
  const ready = workplaceId !== undefined;
  return (
    <SandboxOnly value={workplace?.is_sandbox_only}>
      <div className={classes.shell}>
        <a href="#main" className={classes.skip}>
          {t('skip')}
        </a>
        {/* Fetched at once: without a connection it could not be fetched any more. */}
        <Suspense fallback={null}>
          <Connection cut={live === 'waiting'} />
        </Suspense>
        {headerHeight({ mobile, embedded: session().mode === 'embedded' }) > 0 ? (
          <Header onSearch={() => setPalette((n) => n + 1)} onHelp={() => setHelp(true)} cut={live === 'waiting'} />
        ) : null}
        {mobile ? null : <Navigation />}
        <main id="main" className={classes.main} tabIndex={-1}>
          <Banners />
          {ready ? (
            <Suspense fallback={<Waiting />}>
              <Outlet />
            </Suspense>
          ) : error ? (
            <ErrorState error={error} onRetry={retry} />
          ) : (
            <WaitingForUser onRetry={retry} />
          )}
        </main>
        {mobile ? (
          <Suspense fallback={null}>
            <BottomTabs />
          </Suspense>
        ) : null}
        {ready ? <Processes /> : null}
        <Suspense fallback={null}>
          <BackToTop isOffered={isTopOffered} />
        </Suspense>
        {chat ? (
          <Suspense fallback={null}>
            <ChatButton />
          </Suspense>
        ) : null}
        {overQuota ? (
          <Suspense fallback={null}>
            <QuotaPrompt refusal={overQuota} />
          </Suspense>
        ) : null}
        {asksDemo ? (
          <Suspense fallback={null}>
            <DemoPrompt />
          </Suspense>
        ) : null}
        {palette > 0 ? (
          <Suspense fallback={null}>
            <Palette asked={palette} onHelp={() => setHelp(true)} />
          </Suspense>
        ) : null}
        {help ? (
          <Suspense fallback={null}>
            <KeyboardHelp onClose={() => setHelp(false)} />
          </Suspense>
        ) : null}
      </div>
    </SandboxOnly>
  );
}

/** What can wait is fetched once the screen stands. */
function useAfterStart(): void {
  const { account, workplaceId, retry } = useAccount();
  const { may } = useMay();
  const { i18n } = useTranslation();
  const router = useRouter();
  const latest = useRef({ account, workplaceId, retry, may });
  useEffect(() => {
    latest.current = { account, workplaceId, retry, may };
  });
  const accountId = account?.id;
  useEffect(() => {
    if (!accountId) return;
    const timer = setTimeout(() => {
      const { account: who, workplaceId: place, retry: refresh, may: mayDo } = latest.current;
      void import('../../lib/outside/report-page.ts').then((m) => m.reportSlowPage()).catch(() => undefined);
      void import('../../lib/outside/after-start.ts')
        .then(
          (later) =>
            who &&
            later.afterStart({
              account: who,
              workplaceId: place,
              mayChangeWorkspace: mayDo('workspace.change'),
              mayImport: mayDo('products.change'),
              language: i18n.language,
              path: () => router.state.location.pathname,
              onPage: (listener) => void router.subscribe('onResolved', listener),
              refresh,
              goTo: (path) => void router.navigate({ to: path }),
            }),
        )
        .catch(() => undefined);
    }, LATER_MS);
    return () => clearTimeout(timer);
  }, [accountId, i18n, router]);
}

/** The server writes some texts itself: in another language they are read again. */
function useAnswersIn(language: string): void {
  const client = useQueryClient();
  const read = useRef(language);
  useEffect(() => {
    if (read.current === language) return;
    read.current = language;
    void client.invalidateQueries();
  }, [client, language]);
}

/** Until the person is known; after a while it says that this is slow, and goes on waiting. */
function WaitingForUser({ onRetry }: { onRetry(): void }) {
  const { t } = useTranslation(['shell', 'common']);
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    // Gone from the screen with the person's coming.
    return slow
      ? undefined
      : watchFor(
          () => false,
          () => setSlow(true),
        );
  }, [slow]);
  if (!slow) return <Waiting />;
  const again = () => {
    setSlow(false);
    onRetry();
  };
  return (
    <EmptyState
      title={t('slow.title')}
      text={t('slow.text')}
      action={
        <Button variant="default" onClick={again}>
          {t('common:retry')}
        </Button>
      }
    />
  );
}

/** The head of a screen to come. */
function Waiting() {
  return (
    <div className={classes.waiting} aria-busy="true">
      <SkeletonLine width={160} height={16} />
    </div>
  );
}
