import { NumberInput } from '@mantine/core';
import type { AlarmDays } from '@quayside/contracts';
import { MOST_ALARM_DAYS } from '@quayside/contracts/shipment-alarms.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { MayButton } from '../../kit/may-button.tsx';
import { SettingCard, SettingNote } from '../../kit/setting-card.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { toast } from '../../lib/toasts.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useForm } from '../../lib/use-form.ts';
import { useMay } from '../../lib/use-may.ts';
import classes from './settings.module.css';

const QUERY_KEY = queryKeys.part('tracking', 'alarm-days');
const FIELDS = ['no_number', 'no_scan', 'no_movement', 'pickup', 'claim'] as const;
const isDays = (value: number | string): value is number =>
  typeof value === 'number' && value >= 1 && value <= MOST_ALARM_DAYS;

/** Days after which shipments need attention. */
export function AlarmDaysCard() {
  const { t } = useTranslation('trackingSettings');
  const { workplaceId } = useAccount();
  const { data, error, refetch } = useQuery({
    queryKey: [...QUERY_KEY, workplaceId],
    queryFn: ({ signal }) => api('GET /orders/v5/tracking/alarm-days', { signal }),
  });
  return (
    <SettingCard title={t('days.title')} note={t('days.note')}>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
      {!data && !error ? <SkeletonBox width="100%" height={220} /> : null}
      {data ? <DaysForm key={JSON.stringify(data)} kept={data} /> : null}
    </SettingCard>
  );
}

function DaysForm({ kept }: { kept: AlarmDays }) {
  const { t } = useTranslation('trackingSettings');
  const { why } = useMay();
  const client = useQueryClient();
  const [days, setDays] = useState<Record<keyof AlarmDays, number | string>>(kept);
  const form = useForm(async () => {
    await api('PUT /orders/v5/tracking/alarm-days', { body: days as AlarmDays, quiet: true });
    await client.invalidateQueries({ queryKey: QUERY_KEY });
    toast('success', t('saved'));
  });
  const obstacle = why('workspace.change');
  const isValid = FIELDS.every((field) => isDays(days[field]));
  const isNew = FIELDS.some((field) => days[field] !== kept[field]);

  return (
    <form className={classes.form} onSubmit={form.submit}>
      <div className={classes.days}>
        {FIELDS.map((field) => (
          <NumberInput
            key={field}
            label={t(`days.${field}`)}
            value={days[field]}
            onChange={(value) => setDays((now) => ({ ...now, [field]: value }))}
            min={1}
            max={MOST_ALARM_DAYS}
            allowDecimal={false}
            allowNegative={false}
            inputMode="numeric"
            disabled={obstacle !== undefined}
            error={isDays(days[field]) ? undefined : t('days.range')}
          />
        ))}
      </div>
      <Failure text={form.failure} />
      {obstacle ? <SettingNote>{obstacle}</SettingNote> : null}
      <div>
        <MayButton
          needs="workspace.change"
          type="submit"
          loading={form.busy}
          disabled={!obstacle && (!isNew || !isValid)}
        >
          {t('save')}
        </MayButton>
      </div>
    </form>
  );
}
