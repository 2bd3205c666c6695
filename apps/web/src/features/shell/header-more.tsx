import { ActionIcon } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { ExternalLink, Gauge, LayoutGrid } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '../../kit/logo.tsx';
import { MenuList } from '../../kit/menu.tsx';
import { Pop } from '../../kit/pop.tsx';
import { SkeletonLine } from '../../kit/skeletons.tsx';
import { api } from '../../lib/api.ts';
import { useAccount } from '../../lib/use-account.ts';
import { GuidePill } from '../guide/index.ts';
import { Usage } from '../plans/index.ts';
import DoneTasks from './done-tasks.tsx';
import classes from './header-more.module.css';
import { isOnboarding } from './shell-rules.ts';

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
    </>
  );
}

/** The apps that belong together: this one, and the researcher where there is one. */
function AppSwitcher() {
  const { t } = useTranslation(['shell', 'guide']);
  const { account } = useAccount();
  const researcher = account?.links.researcher;
  if (!researcher) return null;
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
          items={[
            { key: 'here', label: t('guide:apps.here'), note: t('guide:apps.hereText'), checked: true, run: close },
            {
              key: 'researcher',
              label: t('guide:apps.researcher'),
              note: t('guide:apps.researcherText'),
              icon: ExternalLink,
              checked: false,
              run: () => {
                open(researcher, '_blank', 'noopener');
                void api('POST /auth/app', { query: { app: 'product_researcher' }, quiet: true }).catch(
                  () => undefined,
                );
              },
            },
          ]}
        />
      )}
    </Pop>
  );
}
