import { NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core';
import type { GuardSettingView } from '@quayside/contracts';
import { getDecimals } from '@quayside/kernel/money.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { MayButton } from '../../kit/may-button.tsx';
import { SettingCard, SettingNote } from '../../kit/setting-card.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { parseAmount, wholeAmount } from '../../lib/money-text.ts';
import { useForm } from '../../lib/use-form.ts';
import { useMay } from '../../lib/use-may.ts';
import classes from './placement.module.css';

type Kept = CallData<'GET /orders/v4/guards'>;
type Amount = 'profit_amount' | 'order_ceiling' | 'day_ceiling' | 'approval_above';

const WAITS = ['none', '10m', '1h', '24h', 'daily'] as const;

/** The conditions of the workspace, or of one store. */
export function GuardForm({ kept, storeId }: { kept: Kept; storeId: string | undefined }) {
  const { t } = useTranslation('placement');
  const { why } = useMay();
  const client = useQueryClient();
  const [guards, setGuards] = useState<GuardSettingView>(kept.guards);
  const [isOwn, setOwn] = useState(kept.is_own);
  const obstacle = why('workspace.change');
  const follows = storeId !== undefined && !isOwn;
  const form = useForm(async () => {
    const body = follows ? { store_id: storeId, guards: null } : { ...(storeId ? { store_id: storeId } : {}), guards };
    await api('PUT /orders/v4/guards', { body });
    await client.invalidateQueries({ queryKey: ['orders'] });
  });
  const off = obstacle !== undefined || follows;
  const change = (part: Partial<GuardSettingView>) => setGuards((now) => ({ ...now, ...part }));
  const isNew = isOwn !== kept.is_own || (!follows && JSON.stringify(guards) !== JSON.stringify(kept.guards));
  const number = (value: number | string): number | null => (value === '' ? null : Number(value));
  const amount = (field: Amount) => (
    <NumberInput
      label={t(`guards.${field}`, { currency: kept.currency })}
      description={t(`guards.${field}Note`)}
      value={wholeAmount(guards[field], kept.currency)}
      min={0}
      decimalScale={getDecimals(kept.currency)}
      allowNegative={false}
      disabled={off}
      error={form.error(`guards.${field}`)}
      onChange={(value) => change({ [field]: parseAmount(value, kept.currency) ?? null })}
    />
  );
  return (
    <form className={classes.form} onSubmit={form.submit}>
      {storeId === undefined ? null : (
        <Switch
          label={t('guards.own')}
          checked={isOwn}
          disabled={obstacle !== undefined}
          onChange={(event) => setOwn(event.currentTarget.checked)}
        />
      )}
      <SettingCard title={t('guards.trust')} note={t('guards.trustNote')}>
        <Switch
          label={t('guards.fraud')}
          description={t('guards.fraudNote')}
          checked={guards.fraud}
          disabled={off}
          onChange={(event) => change({ fraud: event.currentTarget.checked })}
        />
        <Switch
          label={t('guards.dispute')}
          description={t('guards.disputeNote')}
          checked={guards.dispute}
          disabled={off}
          onChange={(event) => change({ dispute: event.currentTarget.checked })}
        />
        <NumberInput
          label={t('guards.duplicate')}
          description={t('guards.duplicateNote')}
          value={guards.duplicate_hours ?? ''}
          min={1}
          max={720}
          allowDecimal={false}
          allowNegative={false}
          disabled={off}
          error={form.error('guards.duplicate_hours')}
          className={classes.field}
          onChange={(value) => change({ duplicate_hours: number(value) })}
        />
      </SettingCard>
      <SettingCard title={t('guards.money')} note={t('guards.moneyNote')}>
        <div className={classes.grid}>
          {amount('profit_amount')}
          <NumberInput
            label={t('guards.profit_percent')}
            description={t('guards.profit_percentNote')}
            value={guards.profit_percent ?? ''}
            min={0}
            max={100}
            allowDecimal={false}
            allowNegative={false}
            disabled={off}
            error={form.error('guards.profit_percent')}
            onChange={(value) => change({ profit_percent: number(value) })}
          />
          {amount('order_ceiling')}
          {amount('day_ceiling')}
          {amount('approval_above')}
        </div>
      </SettingCard>
      <SettingCard title={t('guards.waiting')} note={t('guards.waitingNote')}>
        <NativeSelect
          label={t('guards.wait')}
          value={guards.wait}
          disabled={off}
          data={WAITS.map((value) => ({ value, label: t(`guards.wait_${value}`) }))}
          className={classes.field}
          onChange={(event) => {
            const wait = WAITS.find((one) => one === event.currentTarget.value);
            if (wait) change({ wait });
          }}
        />
        {guards.wait === 'daily' ? (
          <TextInput
            type="time"
            label={t('guards.wait_at')}
            description={t('guards.zone', { zone: kept.time_zone || 'UTC' })}
            value={guards.wait_at}
            required
            withAsterisk={false}
            disabled={off}
            error={form.error('guards.wait_at')}
            className={classes.field}
            onChange={(event) => change({ wait_at: event.currentTarget.value })}
          />
        ) : null}
      </SettingCard>
      <Failure text={form.failure} />
      {obstacle ? <SettingNote>{obstacle}</SettingNote> : null}
      <div>
        <MayButton
          needs="workspace.change"
          type="submit"
          loading={form.busy}
          disabled={obstacle === undefined && !isNew}
        >
          {t('save')}
        </MayButton>
      </div>
    </form>
  );
}
