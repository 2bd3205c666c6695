import { Radio } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { MayButton } from '../../kit/may-button.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { SettingCard, SettingNote, SettingPage } from '../../kit/setting-card.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useForm } from '../../lib/use-form.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useMay } from '../../lib/use-may.ts';
import classes from './placement.module.css';

type Preference = CallData<'GET /orders/v4/fulfillment-preference'>['preference'];

const NOTICE_KEY = queryKeys.part('account', 'fulfillment-notice');

/** Which supplier orders go to (screen R071). Seeing, using and confirming the notice are recorded apart (B461). */
export default function FulfillmentPage() {
  const { t } = useTranslation('placement');
  const { workplaceId } = useAccount();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('orders', 'fulfillment-preference', { workplaceId }),
    queryFn: ({ signal }) => api('GET /orders/v4/fulfillment-preference', { signal }),
  });
  useEffect(() => {
    void api('PUT /auth/account/quayside-fulfillment/view', { quiet: true }).then(
      (notice) => client.setQueryData(NOTICE_KEY, notice),
      () => undefined,
    );
  }, [client]);
  return (
    <>
      <PageHeader title={t('fulfillment.title')} />
      <SettingPage>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <SkeletonBox width="100%" height={240} /> : null}
        {data ? <PreferenceForm key={`${workplaceId} ${data.preference}`} kept={data.preference} /> : null}
      </SettingPage>
    </>
  );
}

function PreferenceForm({ kept }: { kept: Preference }) {
  const { t } = useTranslation('placement');
  const { day } = useFormats();
  const { why } = useMay();
  const client = useQueryClient();
  const form = useForm(async () => undefined);
  const [preference, setPreference] = useState(kept);
  const notice = useQuery({
    queryKey: NOTICE_KEY,
    queryFn: ({ signal }) => api('GET /auth/account/quayside-fulfillment', { signal }),
  });
  const obstacle = why('workspace.change');
  const confirmed = notice.data?.confirmed_at;
  const choose = (value: Preference) => {
    setPreference(value);
    void api('PUT /auth/account/quayside-fulfillment/interact', { quiet: true }).then(
      (next) => client.setQueryData(NOTICE_KEY, next),
      () => undefined,
    );
  };
  const save = () =>
    form.run(async () => {
      await api('PUT /orders/v4/fulfillment-preference', { body: { preference } });
      client.setQueryData(NOTICE_KEY, await api('PUT /auth/account/quayside-fulfillment/confirm', { quiet: true }));
      await client.invalidateQueries({ queryKey: ['orders'] });
    });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <SettingCard title={t('fulfillment.heading')} note={t('fulfillment.note')}>
        <Radio.Group value={preference} onChange={(value) => choose(value === 'quayside' ? 'quayside' : 'origin')}>
          <div className={classes.choices}>
            {(['quayside', 'origin'] as const).map((value) => (
              <Radio
                key={value}
                value={value}
                disabled={obstacle !== undefined}
                label={t(`fulfillment.${value}`)}
                description={t(`fulfillment.${value}Note`)}
              />
            ))}
          </div>
        </Radio.Group>
        {confirmed ? <SettingNote>{t('fulfillment.confirmedAt', { day: day(confirmed) })}</SettingNote> : null}
      </SettingCard>
      <Failure text={form.failure} />
      {obstacle ? <SettingNote>{obstacle}</SettingNote> : null}
      <div>
        <MayButton
          needs="workspace.change"
          type="submit"
          loading={form.busy}
          disabled={obstacle === undefined && preference === kept && Boolean(confirmed)}
        >
          {t('fulfillment.confirm')}
        </MayButton>
      </div>
    </form>
  );
}
