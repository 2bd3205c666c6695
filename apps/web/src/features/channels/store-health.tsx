import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './channels.module.css';

type Health = CallData<'GET /connections/{store_id}/health'>;

/** The state of one connection, read when it is opened: keys, reports, what the store allows; and a check at once. */
export function StoreHealth({ storeId }: { storeId: string }) {
  const { t } = useTranslation('channels');
  const [open, setOpen] = useState(false);
  return (
    <details className={classes.health} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('health.title')}</summary>
      {open ? <Facts storeId={storeId} /> : null}
    </details>
  );
}

function Facts({ storeId }: { storeId: string }) {
  const { t } = useTranslation('channels');
  const { dateTime, timeAgo } = useFormats();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const key = queryKeys.detail('stores', storeId, 'health');
  const read = (check: boolean) =>
    api('GET /connections/{store_id}/health', { params: { store_id: storeId }, query: check ? { check: 'true' } : {} });
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: () => read(false) });
  async function check(): Promise<void> {
    setBusy(true);
    try {
      client.setQueryData<Health>(key, await read(true));
      await client.invalidateQueries({ queryKey: ['stores', 'list'] });
    } catch {
      await refetch();
    } finally {
      setBusy(false);
    }
  }
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} small />;
  if (!data) return <SkeletonBox width="100%" height={140} />;
  const { store, webhooks, scopes } = data;
  const ago = (at: string | null) => (at ? timeAgo(at) : t('never'));
  const facts: [string, string][] = [
    [t('health.keysSince'), dateTime(store.keys_since)],
    [t('health.ends'), store.access_ends_at ? dateTime(store.access_ends_at) : t('health.never')],
    [t('health.lastWebhook'), ago(webhooks.last_received_at ?? store.last_webhook_at)],
    [
      t('health.day'),
      t('health.dayText', {
        n: webhooks.received_24h,
        refused: webhooks.refused_24h,
        failed: webhooks.failed_24h,
      }),
    ],
    [t('health.lastPoll'), ago(data.last_polled_at)],
  ];
  return (
    <div className={classes.healthBody}>
      <dl className={classes.healthFacts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {scopes.length > 0 ? (
          <div>
            <dt>{t('health.scopes')}</dt>
            <dd dir="ltr">{scopes.join(', ')}</dd>
          </div>
        ) : null}
        {store.missing_scopes.length > 0 ? (
          <div>
            <dt>{t('health.missing')}</dt>
            <dd dir="ltr">{store.missing_scopes.join(', ')}</dd>
          </div>
        ) : null}
      </dl>
      <p role="status">{data.answered ? t('health.answered') : (data.problem?.text ?? '')}</p>
      <div>
        <Button size="xs" variant="default" loading={busy} onClick={() => void check()}>
          {t('health.check')}
        </Button>
      </div>
    </div>
  );
}
