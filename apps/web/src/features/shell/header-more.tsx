import { ActionIcon } from '@mantine/core';
import { useLocation, useRouter } from '@tanstack/react-router';
import { Blocks, CircleHelp, Code, ExternalLink, Gauge, Globe, LayoutGrid, Truck } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '../../kit/logo.tsx';
import { type MenuItem, MenuList } from '../../kit/menu.tsx';
import { Pop } from '../../kit/pop.tsx';
import { SkeletonLine } from '../../kit/skeletons.tsx';
import { api } from '../../lib/api.ts';
import { helpAddress } from '../../lib/outside/help-links.ts';
import type { ScreenPath } from '../../lib/screen-path.ts';
import { useAccount } from '../../lib/use-account.ts';
import { GuidePill } from '../guide/index.ts';
import { HelpButton } from '../help/index.ts';
import { Usage } from '../plans/index.ts';
import DoneTasks from './done-tasks.tsx';
import classes from './header-more.module.css';
import { isOnboarding } from './shell-rules.ts';
import { usePlaces } from './use-places.ts';

/** What of the header can come a moment later: the usage of the plan, and the other apps. */
export default function HeaderMore() {
  const { t } = useTranslation('shell');
  const onboarding = useLocation({ select: (location) => isOnboarding(location.pathname) });
  return (
    <>
      <DoneTasks />
      {onboarding ? null : (
        <Suspense fallback={null}>
          <GuidePill />
        </Suspense>
      )}
      {onboarding ? null : (
        <Pop
          label={t('usage')}
          align="end"
          width={320}
          trigger={(props) => (
            <button type="button" className={classes.usage} {...props}>
              <Gauge size={16} aria-hidden />
              <span>{t('usage')}</span>
            </button>
          )}
        >
          {(close) => (
            <Suspense fallback={<SkeletonLine width="60%" />}>
              <Usage onDone={close} />
            </Suspense>
          )}
        </Pop>
      )}
      <Suspense fallback={null}>
        <AppSwitcher />
      </Suspense>
      <Suspense fallback={null}>
        <HelpButton />
      </Suspense>
    </>
  );
}

/** Links to related apps and pages. A researcher app that the operator set replaces the built-in entries (rule B011). */
function AppSwitcher() {
  const { t } = useTranslation(['shell', 'guide']);
  const { account } = useAccount();
  const router = useRouter();
  const places = usePlaces();
  if (!account) return null;
  const { researcher, help } = account.links;
  const go = (to: ScreenPath) => () => void router.navigate({ to });
  const outside = (url: string) => () => void open(url, '_blank', 'noopener');
  const others: MenuItem[] = researcher
    ? [
        {
          key: 'researcher',
          label: t('guide:apps.researcher'),
          note: t('guide:apps.researcherText'),
          icon: ExternalLink,
          checked: false,
          run: () => {
            outside(researcher)();
            void api('POST /auth/app', { query: { app: 'product_researcher' }, quiet: true }).catch(() => undefined);
          },
        },
      ]
    : [
        {
          key: 'help',
          label: t('help'),
          note: t('guide:apps.helpText'),
          icon: CircleHelp,
          run: help ? outside(help) : go('/app/help'),
        },
        {
          key: 'recommended',
          label: t('guide:apps.recommended'),
          note: t('guide:apps.recommendedText'),
          icon: Blocks,
          run: go('/recommended/apps'),
        },
        {
          key: 'tracking',
          label: t('guide:apps.tracking'),
          note: t('guide:apps.trackingText'),
          icon: Truck,
          run: outside(helpAddress(help, 'shipments-and-tracking', 'the-tracking-page')),
        },
        {
          key: 'catalog',
          label: t('guide:apps.catalog'),
          note: t('guide:apps.catalogText'),
          icon: Globe,
          run: go('/store-dropshipping'),
        },
        {
          key: 'api',
          label: t('guide:apps.api'),
          note: t('guide:apps.apiText'),
          icon: Code,
          run: outside('/api/docs'),
        },
        ...places
          .filter((place) => place.operatorsOnly)
          .map((place, at) => ({
            key: place.key,
            label: t(`places.${place.key}`),
            icon: place.icon,
            ...(at === 0 ? { section: t('guide:apps.operators') } : {}),
            run: go(place.to),
          })),
      ];
  const here = { key: 'here', label: t('guide:apps.here'), note: t('guide:apps.hereText') };
  return (
    <Pop
      label={t('apps')}
      align="end"
      kind="menu"
      width={320}
      trigger={(props) => (
        <ActionIcon aria-label={t('apps')} data-hint={t('apps')} {...props}>
          <LayoutGrid size={18} aria-hidden />
        </ActionIcon>
      )}
    >
      {(close) => (
        <MenuList
          onDone={close}
          head={
            <div className={classes.brand}>
              <Logo />
            </div>
          }
          // Beside another app this one is marked as the current; our own entries are places, of which none is.
          items={researcher ? [{ ...here, checked: true, run: close }, ...others] : others}
        />
      )}
    </Pop>
  );
}
