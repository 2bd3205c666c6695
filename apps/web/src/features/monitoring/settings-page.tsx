import { NativeSelect, NumberInput, Radio, Switch } from '@mantine/core';
import type { MonitoringSetting } from '@quayside/contracts';
import { EVERY_HOURS } from '@quayside/contracts/monitoring-choices.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { MayButton } from '../../kit/may-button.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { SettingCard, SettingNote, SettingPage } from '../../kit/setting-card.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api, errorText } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useMay } from '../../lib/use-may.ts';
import classes from './monitoring.module.css';

const QUERY_KEY = queryKeys.part('products', 'monitoring-setting');

/** How the workspace watches its products at their suppliers, and what follows from what is seen. */
export default function MonitoringPage() {
  const { t } = useTranslation('monitoring');
  const { workplaceId } = useAccount();
  const { data, error, refetch } = useQuery({
    queryKey: [...QUERY_KEY, workplaceId],
    queryFn: ({ signal }) => api('GET /center/products/setting/monitoring', { signal }),
  });
  return (
    <>
      <PageHeader title={t('settings.title')} />
      <SettingPage>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <SkeletonBox width="100%" height={420} /> : null}
        {data ? <MonitoringForm key={`${workplaceId} ${JSON.stringify(data)}`} kept={data} /> : null}
      </SettingPage>
    </>
  );
}

function MonitoringForm({ kept }: { kept: MonitoringSetting }) {
  const { t } = useTranslation('monitoring');
  const { why } = useMay();
  const client = useQueryClient();
  const [wanted, setWanted] = useState(kept);
  const [percent, setPercent] = useState<number | string>(kept.cost_percent);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const obstacle = why('workspace.change');
  const off = obstacle !== undefined;
  const change = (part: Partial<MonitoringSetting>) => setWanted((now) => ({ ...now, ...part }));
  const isPercent = typeof percent === 'number' && percent >= 1 && percent <= 100;
  const next = { ...wanted, cost_percent: Number(percent) };
  const isNew = JSON.stringify(next) !== JSON.stringify(kept);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      await api('PUT /center/products/setting/monitoring', { body: next });
      await client.invalidateQueries({ queryKey: QUERY_KEY });
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  }

  const follows = (field: 'cost_follows' | 'stock_follows') => (
    <Radio.Group
      label={t(`settings.${field}`)}
      value={wanted[field]}
      onChange={(value) => change({ [field]: value === 'take' ? 'take' : 'tell' })}
    >
      <div className={classes.choices}>
        {(['tell', 'take'] as const).map((value) => (
          <Radio key={value} value={value} disabled={off} label={t(`settings.${field}_${value}`)} />
        ))}
      </div>
    </Radio.Group>
  );
  return (
    <form className={classes.form} onSubmit={(event) => void save(event)}>
      <SettingCard title={t('settings.which')}>
        <Switch
          label={t('settings.watch_new')}
          checked={wanted.watch_new}
          disabled={off}
          onChange={(event) => change({ watch_new: event.currentTarget.checked })}
        />
        <SettingNote>{t('settings.watch_newNote')}</SettingNote>
        <NativeSelect
          label={t('settings.every_hours')}
          description={t('settings.every_hoursNote')}
          value={String(wanted.every_hours)}
          disabled={off}
          data={EVERY_HOURS.map((hours) => ({ value: String(hours), label: t(`settings.every_${hours}`) }))}
          onChange={(event) => {
            const hours = EVERY_HOURS.find((one) => String(one) === event.currentTarget.value);
            if (hours) change({ every_hours: hours });
          }}
          className={classes.field}
        />
      </SettingCard>
      <SettingCard title={t('settings.tell')} note={t('settings.tellNote')}>
        <NumberInput
          label={t('settings.cost_percent')}
          value={percent}
          onChange={setPercent}
          min={1}
          max={100}
          allowDecimal={false}
          allowNegative={false}
          suffix=" %"
          disabled={off}
          inputMode="numeric"
          error={isPercent ? undefined : t('settings.cost_percentRange')}
          className={classes.field}
        />
        <Switch
          label={t('settings.tell_stock')}
          checked={wanted.tell_stock}
          disabled={off}
          onChange={(event) => change({ tell_stock: event.currentTarget.checked })}
        />
        <Switch
          label={t('settings.tell_gone')}
          checked={wanted.tell_gone}
          disabled={off}
          onChange={(event) => change({ tell_gone: event.currentTarget.checked })}
        />
      </SettingCard>
      <SettingCard title={t('settings.follows')} note={t('settings.followsNote')}>
        {follows('cost_follows')}
        {follows('stock_follows')}
      </SettingCard>
      <Failure text={failure} />
      {obstacle ? <SettingNote>{obstacle}</SettingNote> : null}
      <div>
        <MayButton needs="workspace.change" type="submit" loading={busy} disabled={!off && (!isNew || !isPercent)}>
          {t('settings.save')}
        </MayButton>
      </div>
    </form>
  );
}
