import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { MayButton } from '../../kit/may-button.tsx';
import { RestoredForm } from '../../kit/restored-form.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { currencyChoices, ownTimeZone, timeZoneChoices } from '../../lib/outside/zones.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useForm } from '../../lib/use-form.ts';
import { useMay } from '../../lib/use-may.ts';
import classes from './workspaces.module.css';

type Settings = CallData<'GET /core/settings'>;

/** Name, currency and time zone of the workspace in use. */
export function SettingsCard() {
  const { workplaceId } = useAccount();
  const { may } = useMay();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('stores', 'workspace-settings', { workplaceId }),
    queryFn: ({ signal }) => api('GET /core/settings', { signal }),
  });
  // A workspace without a time zone takes the one it is first looked at from. The form comes with it: fields that are put up
  // anew under a hand that types lose a letter.
  const guess = data?.time_zone === '' && may('workspace.change');
  const [tried, setTried] = useState<string>();
  useEffect(() => {
    if (!guess) return;
    const settings = { time_zone: ownTimeZone() };
    void api('POST /core/workplaces/settings', { body: { settings }, quiet: true })
      .then(() => client.invalidateQueries({ queryKey: ['stores'] }))
      .catch(() => undefined)
      .finally(() => setTried(workplaceId));
  }, [guess, client, workplaceId]);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || (guess && tried !== workplaceId)) return <SkeletonBox width="100%" height={240} />;
  return <SettingsForm key={`${workplaceId} ${JSON.stringify(data)}`} settings={data} />;
}

function SettingsForm({ settings }: { settings: Settings }) {
  const { t, i18n } = useTranslation('workspaces');
  const { why } = useMay();
  const client = useQueryClient();
  const { workplaceId } = useAccount();
  const currencies = useMemo(() => currencyChoices(i18n.language), [i18n.language]);
  const zones = useMemo(() => timeZoneChoices(settings.time_zone), [settings.time_zone]);
  const form = useForm(async ({ name = '', display_currency = '', time_zone = '' }) => {
    await api('POST /core/settings', {
      body: { settings: { name, display_currency, ...(time_zone ? { time_zone } : {}) } },
    });
    await client.invalidateQueries({ queryKey: ['stores'] });
    await client.invalidateQueries({ queryKey: ['orders'] });
  });
  const obstacle = why('workspace.change');
  const error = (name: string) => form.error(`settings.${name}`);
  return (
    <section className={classes.card} aria-labelledby="this-workspace">
      <h2 id="this-workspace" className={classes.heading}>
        {t('this.title')}
      </h2>
      <RestoredForm name={`workspace ${workplaceId}`} form={form} className={classes.form}>
        <TextInput
          name="name"
          label={t('this.name')}
          defaultValue={settings.name}
          maxLength={80}
          readOnly={obstacle !== undefined}
          error={error('name')}
        />
        <div className={classes.pair}>
          <NativeSelect
            name="display_currency"
            label={t('this.currency')}
            description={t('this.currencyHint')}
            defaultValue={settings.display_currency}
            data={currencies}
            disabled={obstacle !== undefined}
            error={error('display_currency')}
          />
          <NativeSelect
            name="time_zone"
            label={t('this.timeZone')}
            description={t('this.timeZoneHint')}
            defaultValue={settings.time_zone || 'UTC'}
            data={zones}
            disabled={obstacle !== undefined}
            error={error('time_zone')}
          />
        </div>
        <Failure text={form.failure} />
        {obstacle ? <p className={classes.quiet}>{obstacle}</p> : null}
        <div>
          <MayButton needs="workspace.change" type="submit" variant="default" loading={form.busy}>
            {t('this.save')}
          </MayButton>
        </div>
      </RestoredForm>
    </section>
  );
}
