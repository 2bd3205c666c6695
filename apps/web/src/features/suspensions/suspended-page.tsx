import { Button, Checkbox } from '@mantine/core';
import type { SuspendedAccess } from '@quayside/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmMoney } from '../../kit/confirm-money.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { SettingCard, SettingList, SettingNote, SettingPage } from '../../kit/setting-card.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { getName, SuspendedRow } from './suspended-row.tsx';

const refOf = ({ workplace_id, kind, id }: SuspendedAccess) => ({ workplace_id, kind, id });

/** What was let into the owner's workspaces before the owner of the e-mail took the account over. */
export default function SuspendedPage() {
  const { t } = useTranslation('suspensions');
  const client = useQueryClient();
  const [confirmingAll, setConfirmingAll] = useState(false);
  const [knowsAll, setKnowsAll] = useState(false);
  const [removing, setRemoving] = useState<SuspendedAccess>();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('stores', 'suspended'),
    queryFn: ({ signal }) => api('GET /auth/suspensions', { signal }),
  });
  const items = data?.items ?? [];
  // Also what other screens know of members, stores and the account.
  const readAgain = () => client.invalidateQueries();
  const confirm = async (some: readonly SuspendedAccess[]) => {
    await api('POST /auth/suspensions/confirm', { body: { items: some.map(refOf) } });
    await readAgain();
  };
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          items.length > 1 ? (
            <Button variant="default" onClick={() => setConfirmingAll(true)}>
              {t('all.open')}
            </Button>
          ) : null
        }
      />
      <SettingPage>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
        {!data && !error ? <SkeletonBox width="100%" height={160} /> : null}
        {data && items.length === 0 ? (
          <SettingCard title={t('none')}>
            <SettingNote>{t('noneText')}</SettingNote>
          </SettingCard>
        ) : null}
        {[...Map.groupBy(items, (one) => one.workplace_id)].map(([workplaceId, some], at) => (
          <SettingCard key={workplaceId} title={some[0]?.workspace ?? ''} note={at === 0 ? t('note') : undefined}>
            <SettingList>
              {some.map((one) => (
                <SuspendedRow
                  key={`${one.kind} ${one.id}`}
                  item={one}
                  onConfirm={() => confirm([one])}
                  onRemove={() => setRemoving(one)}
                />
              ))}
            </SettingList>
          </SettingCard>
        ))}
      </SettingPage>
      <ConfirmMoney
        open={confirmingAll}
        onClose={() => {
          setConfirmingAll(false);
          setKnowsAll(false);
        }}
        title={t('all.title', { count: items.length })}
        text={t('all.text')}
        lines={items.map((one) => ({ label: one.name || one.detail, value: t(`kind.${one.kind}`) }))}
        verb={t('all.verb')}
        obstacle={knowsAll ? undefined : t('all.obstacle')}
        onConfirm={() => confirm(items)}
      >
        <Checkbox
          label={t('all.know')}
          checked={knowsAll}
          onChange={(event) => setKnowsAll(event.currentTarget.checked)}
        />
      </ConfirmMoney>
      <ConfirmMoney
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={t('remove.title', { name: removing ? getName(removing, t('kind.webhook')) : '' })}
        text={removing ? t(`remove.${removing.kind}`) : ''}
        verb={t('remove.verb')}
        danger
        onConfirm={async () => {
          if (!removing) return;
          await api('POST /auth/suspensions/remove', { body: refOf(removing) });
          await readAgain();
        }}
      />
    </>
  );
}
