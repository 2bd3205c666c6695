import { ColorInput, Switch, TextInput } from '@mantine/core';
import type { TrackingPage } from '@quayside/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
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

const QUERY_KEY = queryKeys.part('tracking', 'page');
const TEXTS = ['shop_name', 'logo_url', 'support_url'] as const;

/** The shop's brand on the public tracking page; from the Growth plan (rule B407). */
export function BrandCard() {
  const { t } = useTranslation('trackingSettings');
  const { workplaceId } = useAccount();
  const { data, error, refetch } = useQuery({
    queryKey: [...QUERY_KEY, workplaceId],
    queryFn: ({ signal }) => api('GET /orders/v5/tracking/page', { signal }),
  });
  return (
    <SettingCard title={t('brand.title')} note={t('brand.note')}>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
      {!data && !error ? <SkeletonBox width="100%" height={260} /> : null}
      {data && !data.in_plan ? (
        <div className={classes.form}>
          <SettingNote>{t('brand.needsPlan', { plan: data.plan })}</SettingNote>
          <div>
            <LinkButton to="/public/pricing" variant="default">
              {t('brand.plans')}
            </LinkButton>
          </div>
        </div>
      ) : null}
      {data?.in_plan ? <BrandForm key={JSON.stringify(data.page)} kept={data.page} /> : null}
    </SettingCard>
  );
}

function BrandForm({ kept }: { kept: TrackingPage }) {
  const { t } = useTranslation('trackingSettings');
  const { why } = useMay();
  const client = useQueryClient();
  const [page, setPage] = useState(kept);
  const form = useForm(async () => {
    await api('PUT /orders/v5/tracking/page', { body: page, quiet: true });
    await client.invalidateQueries({ queryKey: QUERY_KEY });
    toast('success', t('saved'));
  });
  const obstacle = why('workspace.change');
  const off = obstacle !== undefined;
  const change = (part: Partial<TrackingPage>) => setPage((now) => ({ ...now, ...part }));

  return (
    <form className={classes.form} onSubmit={form.submit}>
      {TEXTS.map((field) => (
        <TextInput
          key={field}
          name={field}
          label={t(`brand.${field}`)}
          value={page[field] ?? ''}
          maxLength={field === 'shop_name' ? 80 : 500}
          className={field === 'shop_name' ? undefined : classes.url}
          inputMode={field === 'shop_name' ? undefined : 'url'}
          placeholder={field === 'shop_name' ? undefined : 'https://'}
          disabled={off}
          error={form.error(field)}
          onChange={(event) =>
            change({ [field]: event.currentTarget.value.trim() === '' ? null : event.currentTarget.value })
          }
        />
      ))}
      <ColorInput
        name="color"
        label={t('brand.color')}
        withEyeDropper={false}
        value={page.color ?? ''}
        disabled={off}
        error={form.error('color')}
        onChange={(value) => change({ color: value === '' ? null : value.toLowerCase() })}
      />
      <Switch
        label={t('brand.shows_estimate')}
        checked={page.shows_estimate}
        disabled={off}
        onChange={(event) => change({ shows_estimate: event.currentTarget.checked })}
      />
      <SettingNote>{t('brand.estimateNote')}</SettingNote>
      <Failure text={form.failure} />
      {obstacle ? <SettingNote>{obstacle}</SettingNote> : null}
      <div>
        <MayButton
          needs="workspace.change"
          type="submit"
          loading={form.busy}
          disabled={!off && JSON.stringify(page) === JSON.stringify(kept)}
        >
          {t('save')}
        </MayButton>
      </div>
    </form>
  );
}
