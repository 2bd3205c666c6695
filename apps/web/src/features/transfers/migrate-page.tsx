import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { MayButton } from '../../kit/may-button.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { RestoredForm } from '../../kit/restored-form.tsx';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import {
  SettingButtons,
  SettingCard,
  SettingList,
  SettingNote,
  SettingPage,
  SettingRow,
  settingForm,
} from '../../kit/setting-card.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { StatusBadge, type Tone } from '../../kit/status-badge.tsx';
import { ApiError, api, type CallData } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useForm } from '../../lib/use-form.ts';
import { useFormats } from '../../lib/use-formats.ts';

type Migration = CallData<'GET /core/stores/migrate'>['items'][number];

/** 512: the owner was written to, if there is one; the answer is his. */
const IN_PROCESS = 512;
const TONES: Record<Migration['state'], Tone> = {
  asked: 'waiting',
  agreed: 'moving',
  done: 'done',
  refused: 'closed',
  failed: 'broken',
};

/** Taking over a store that another account has connected, and what became of it. */
export default function MigratePage() {
  const { t } = useTranslation('migrate');
  const { dateTime } = useFormats();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('stores', 'migrations'),
    queryFn: ({ signal }) => api('GET /core/stores/migrate', { signal }),
  });
  return (
    <>
      <PageHeader title={t('title')} />
      <SettingPage>
        <SettingCard title={t('ask.title')} note={t('ask.note')}>
          <Ask />
        </SettingCard>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <SkeletonBox width="100%" height={120} /> : null}
        {data ? (
          <SettingCard title={t('asked')}>
            {data.items.length === 0 ? <SettingNote>{t('none')}</SettingNote> : null}
            <SettingList>
              {data.items.map((one) => (
                <SettingRow
                  key={one.migration_id}
                  name={one.platform_domain}
                  note={one.problem?.text ?? dateTime(one.changed_at)}
                >
                  {one.is_sandbox ? <SandboxTag /> : null}
                  <StatusBadge tone={TONES[one.state]} label={t(`state.${one.state}`)} />
                </SettingRow>
              ))}
            </SettingList>
          </SettingCard>
        ) : null}
      </SettingPage>
    </>
  );
}

function Ask() {
  const { t } = useTranslation('migrate');
  const client = useQueryClient();
  const { shop } = useSearch({ from: '/app/setting/migrate' });
  const [told, setTold] = useState<string>();
  const { data } = useQuery({
    queryKey: queryKeys.part('stores', 'platforms', { shop: '' }),
    queryFn: ({ signal }) => api('GET /connections/platforms', { query: {}, signal }),
  });
  const form = useForm(async (fields) => {
    setTold(undefined);
    const platform = fields.platform ?? data?.items[0]?.platform ?? '';
    const body = { platform, shop: fields.shop ?? '' };
    try {
      await api('POST /core/stores/migrate', { body, quiet: true });
    } catch (answer) {
      if (!(answer instanceof ApiError) || answer.status !== IN_PROCESS) throw answer;
      setTold(answer.message);
      await client.invalidateQueries({ queryKey: queryKeys.part('stores', 'migrations') });
    }
  });
  return (
    <RestoredForm name="store migration" form={form} className={settingForm()}>
      <NativeSelect
        name="platform"
        label={t('ask.platform')}
        data={(data?.items ?? []).map(({ label, platform }) => ({ value: platform, label }))}
        error={form.error('platform')}
      />
      <TextInput
        name="shop"
        label={t('ask.shop')}
        defaultValue={shop ?? ''}
        placeholder={data?.items[0]?.address_placeholder ?? ''}
        dir="ltr"
        error={form.error('shop')}
      />
      <Failure text={form.failure} />
      {told ? <p role="status">{told}</p> : null}
      <SettingButtons>
        <MayButton needs="stores.connect" type="submit" loading={form.busy}>
          {t('ask.go')}
        </MayButton>
      </SettingButtons>
    </RestoredForm>
  );
}
