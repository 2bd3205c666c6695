import { Button } from '@mantine/core';
import { MonitorSmartphone, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../kit/page-header.tsx';
import { SettingButtons, SettingCard, SettingNote, SettingPage } from '../../kit/setting-card.tsx';
import { SkeletonLine } from '../../kit/skeletons.tsx';
import { EmptyState } from '../../kit/states.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { session } from '../../lib/session.ts';
import { useAccount } from '../../lib/use-account.ts';
import { InstallCard } from './install-card.tsx';
import { SignInsCard } from './sign-ins-card.tsx';
import { useExtension } from './use-extension.ts';

/** The browser extension: whether it is here, how it comes here, and what it sees of marketplaces. */
export default function ExtensionPage() {
  const { t } = useTranslation('extension');
  return (
    <>
      <PageHeader title={t('title')} />
      {session().mode === 'standalone' ? (
        <Cards />
      ) : (
        <EmptyState
          picture={<MonitorSmartphone size={28} strokeWidth={1.5} aria-hidden />}
          title={t('elsewhere.title')}
          text={t('elsewhere.text')}
        />
      )}
    </>
  );
}

function Cards() {
  const { t } = useTranslation('extension');
  const { account } = useAccount();
  const { found, looking, again } = useExtension();
  const isThere = found !== undefined && found.ids.length > 0;
  return (
    <SettingPage>
      <SettingCard
        title={t('state.title')}
        actions={
          <Button
            variant="default"
            loading={looking && found !== undefined}
            leftSection={<RotateCw size={16} aria-hidden />}
            onClick={again}
          >
            {t('state.again')}
          </Button>
        }
      >
        <div role="status" aria-busy={found === undefined || undefined}>
          {found ? (
            <StatusBadge tone={isThere ? 'done' : 'closed'} label={t(isThere ? 'state.there' : 'state.none')} filled />
          ) : (
            <SkeletonLine width={160} height={16} />
          )}
        </div>
        {isThere ? (
          <SettingNote>
            {found.version ? t('state.version', { version: found.version }) : t('state.noVersion')}
          </SettingNote>
        ) : found ? (
          <SettingNote>{t('state.noneText')}</SettingNote>
        ) : null}
      </SettingCard>
      {found && !isThere && account ? <InstallCard links={account.links} /> : null}
      {isThere ? <SignInsCard /> : null}
      <SettingCard title={t('data.title')}>
        <SettingNote>{t('data.reads')}</SettingNote>
        <SettingNote>{t('data.token')}</SettingNote>
        <SettingNote>{t('data.orders')}</SettingNote>
        {account?.links.help ? (
          <SettingButtons>
            <Button component="a" href={account.links.help} target="_blank" rel="noreferrer" variant="default">
              {t('data.help')}
            </Button>
          </SettingButtons>
        ) : null}
      </SettingCard>
    </SettingPage>
  );
}
