import { Button, PasswordInput, Select } from '@mantine/core';
import type { TrackingServices } from '@quayside/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { MayButton } from '../../kit/may-button.tsx';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { CopyText, SettingCard, SettingNote } from '../../kit/setting-card.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api } from '../../lib/api.ts';
import { fieldErrors, formFailure } from '../../lib/field-errors.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { toast } from '../../lib/toasts.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useMay } from '../../lib/use-may.ts';
import classes from './settings.module.css';

const QUERY_KEY = queryKeys.part('tracking', 'services');
type Offer = TrackingServices['offers'][number];
const idOf = (offer: Pick<Offer, 'mode' | 'service'>): string => `${offer.mode} ${offer.service}`;

/** Services that follow parcels, besides the suppliers' own tracking. */
export function Services() {
  const { t } = useTranslation('trackingSettings');
  const { workplaceId } = useAccount();
  const { data, error, refetch } = useQuery({
    queryKey: [...QUERY_KEY, workplaceId],
    queryFn: ({ signal }) => api('GET /orders/v5/tracking/services', { signal }),
  });
  return (
    <SettingCard title={t('services.title')} note={t('services.note')}>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
      {!data && !error ? <SkeletonBox width="100%" height={140} /> : null}
      {data?.services.map((service) => (
        <Connected key={idOf(service)} service={service} data={data} />
      ))}
      {data ? <Connect data={data} /> : null}
    </SettingCard>
  );
}

function Connected({ service, data }: { service: TrackingServices['services'][number]; data: TrackingServices }) {
  const { t } = useTranslation('trackingSettings');
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const label = data.offers.find((offer) => offer.service === service.service)?.label ?? service.service;

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await api('DELETE /orders/v5/tracking/services/{mode}', { params: { mode: service.mode } });
      await client.invalidateQueries({ queryKey: QUERY_KEY });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={classes.service}>
      <div className={classes.serviceHead}>
        <strong>{label}</strong>
        {service.mode === 'sandbox' ? <SandboxTag /> : null}
        <span className={classes.quiet}>{service.own_key ? t('services.ownKey') : t('services.installationKey')}</span>
      </div>
      {service.problem ? (
        <Failure text={service.problem.text} />
      ) : (
        <SettingNote>{t('services.active', { name: label })}</SettingNote>
      )}
      {service.webhook_url ? (
        <>
          <SettingNote>{t('services.webhook', { name: label })}</SettingNote>
          <CopyText label={t('services.webhook', { name: label })} text={service.webhook_url} />
        </>
      ) : null}
      <div>
        <MayButton needs="suppliers.change" variant="default" loading={busy} onClick={() => void remove()}>
          {t('services.remove')}
        </MayButton>
      </div>
    </div>
  );
}

function Connect({ data }: { data: TrackingServices }) {
  const { t } = useTranslation(['trackingSettings', 'channels', 'common']);
  const { why } = useMay();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string | null>(data.offers[0] ? idOf(data.offers[0]) : null);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const offer = data.offers.find((one) => idOf(one) === chosen);
  const obstacle = why('suppliers.change');
  const errorOf = (name: string): string | undefined => fieldErrors(failure)[`credentials.${name}`]?.[0];
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
  const isComplete =
    offer !== undefined &&
    ((offer.has_installation_key && Object.keys(given).length === 0) ||
      offer.fields.every((field) => !field.required || given[field.name]));

  async function connect(): Promise<void> {
    if (!offer) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const { mode, service } = offer;
      await api('PUT /orders/v5/tracking/services', {
        body: { service, mode, ...(Object.keys(given).length > 0 ? { credentials: given } : {}) },
        quiet: true,
      });
      await client.invalidateQueries({ queryKey: QUERY_KEY });
      toast('success', t('services.connected', { name: offer.label }));
      setValues({});
      setOpen(false);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  if (!isOpen)
    return (
      <div>
        <MayButton needs="suppliers.change" variant="default" onClick={() => setOpen(true)}>
          {data.services.length > 0 ? t('services.change') : t('services.connect')}
        </MayButton>
      </div>
    );
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void connect();
      }}
    >
      <Select
        label={t('services.service')}
        value={chosen}
        allowDeselect={false}
        data={data.offers.map((one) => ({
          value: idOf(one),
          label: one.mode === 'sandbox' ? `${one.label} (${t('common:sandbox.tag')})` : one.label,
        }))}
        onChange={(value) => {
          setChosen(value);
          // A key of one service must not be sent to another.
          setValues({});
          setFailure(undefined);
        }}
      />
      {offer?.has_installation_key ? (
        <SettingNote>{t('services.keyOptional', { name: offer.label })}</SettingNote>
      ) : null}
      {offer?.fields.map((field) => (
        <PasswordInput
          key={field.name}
          label={t(`channels:fields.${field.label_key.split('.').at(-1)}` as 'channels:title')}
          value={values[field.name] ?? ''}
          autoComplete="off"
          withAsterisk={field.required && !offer.has_installation_key}
          error={errorOf(field.name)}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setValues((now) => ({ ...now, [field.name]: value }));
          }}
        />
      ))}
      <Failure
        text={formFailure(
          failure,
          (name) => offer?.fields.some((field) => `credentials.${field.name}` === name) ?? false,
        )}
      />
      {obstacle ? <SettingNote>{obstacle}</SettingNote> : null}
      <div className={classes.buttons}>
        <MayButton needs="suppliers.change" type="submit" loading={busy} disabled={!isComplete}>
          {t('services.connect')}
        </MayButton>
        <Button
          variant="subtle"
          disabled={busy}
          onClick={() => {
            setOpen(false);
            setValues({});
            setFailure(undefined);
          }}
        >
          {t('services.cancel')}
        </Button>
      </div>
    </form>
  );
}
