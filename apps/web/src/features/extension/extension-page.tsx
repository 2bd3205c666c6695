import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Download, MonitorSmartphone, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../kit/page-header.tsx';
import { SettingButtons, SettingCard, SettingNote, SettingPage } from '../../kit/setting-card.tsx';
import { SkeletonLine } from '../../kit/skeletons.tsx';
import { EmptyState } from '../../kit/states.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { api } from '../../lib/api.ts';
import type { FoundExtension } from '../../lib/outside/extension-look.ts';
import { helpAddress } from '../../lib/outside/help-links.ts';
import { queryKeys } from '../../lib/query-keys.ts';
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
        {isThere ? <Version found={found} /> : found ? <SettingNote>{t('state.noneText')}</SettingNote> : null}
      </SettingCard>
      {found && !isThere && account ? <InstallCard links={account.links} /> : null}
      {isThere ? <SignInsCard /> : null}
      <SettingCard title={t('data.title')}>
        <SettingNote>{t('data.reads')}</SettingNote>
        <SettingNote>{t('data.token')}</SettingNote>
        <SettingNote>{t('data.orders')}</SettingNote>
        <SettingButtons>
          <Button
            component="a"
            href={account?.links.help ?? helpAddress(undefined, 'browser-extension')}
            target="_blank"
            rel="noreferrer"
            variant="default"
          >
            {t('data.help')}
          </Button>
        </SettingButtons>
      </SettingCard>
    </SettingPage>
  );
}

/** What is installed; one that was put in by hand does not renew itself, so that an older one says how it is renewed. */
function Version({ found: { ids, version } }: { found: FoundExtension }) {
  const { t } = useTranslation('extension');
  const { account } = useAccount();
  const { data: meta } = useQuery({
    queryKey: queryKeys.part('extension', 'newest'),
    queryFn: ({ signal }) => api('GET /meta', { signal }),
  });
  const own = account?.links.extension_own;
  if (!version) return <SettingNote>{t('state.noVersion')}</SettingNote>;
  const isOld = own && ids[0] === own.id && meta && meta.version !== version;
  if (!isOld) return <SettingNote>{t('state.version', { version })}</SettingNote>;
  return (
    <>
      <SettingNote>{t('state.older', { version, newest: meta.version })}</SettingNote>
      <SettingButtons>
        <Button component="a" href={own.address} download leftSection={<Download size={16} aria-hidden />}>
          {t('install.download')}
        </Button>
      </SettingButtons>
    </>
  );
}
