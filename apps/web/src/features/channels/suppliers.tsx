import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmMoney } from '../../kit/confirm-money.tsx';
import { MayButton } from '../../kit/may-button.tsx';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { CardSkeleton } from './card-skeleton.tsx';
import classes from './channels.module.css';
import { SupplierDrawer } from './supplier-drawer.tsx';
import { isTemporary } from './temporary-problem.ts';
import { useWebhookActivity, WebhookProblems } from './webhook-activity.tsx';

type Suppliers = CallData<'GET /connections/suppliers'>;

/** Where goods are bought: what is connected and who pays, and what can be connected. */
export function Suppliers() {
  const { t } = useTranslation('channels');
  const { timeAgo } = useFormats();
  const reportsOf = useWebhookActivity('suppliers');
  const client = useQueryClient();
  const [offer, setOffer] = useState<Suppliers['offers'][number]>();
  const [removing, setRemoving] = useState<Suppliers['items'][number]>();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.list('suppliers', { page: 'channels' }),
    queryFn: ({ signal }) => api('GET /connections/suppliers', { signal }),
  });
  const connected = new Set(
    data?.items.filter((one) => one.status !== 'removed').map((one) => `${one.supplier} ${one.mode}`),
  );
  const open = data?.offers.filter((one) => !connected.has(`${one.supplier} ${one.mode}`)) ?? [];
  const heard = (id: string) => {
    const at = reportsOf(id)?.last_received_at;
    return at ? (
      <p className={classes.quiet}>
        {t('reports.last')}: {timeAgo(at)}
      </p>
    ) : null;
  };
  return (
    <section aria-labelledby="suppliers">
      <h2 id="suppliers" className={classes.heading}>
        {t('suppliers')}
      </h2>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
      <div className={classes.cards} aria-busy={!data && !error}>
        {data || error ? null : [0, 1, 2].map((one) => <CardSkeleton key={one} />)}
        {data?.items.map((one) => (
          <article key={one.connection_id} className={classes.card} aria-label={one.label}>
            <header className={classes.head}>
              <div className={classes.names}>
                <span className={classes.name}>{one.label}</span>
                <span className={classes.quiet}>{one.payer === 'wallet' ? t('paysWallet') : t('paysOwn')}</span>
              </div>
              {one.mode === 'sandbox' ? <SandboxTag always /> : null}
              <StatusBadge
                tone={one.status === 'active' ? 'done' : 'broken'}
                label={t(one.status === 'active' ? 'status.active' : 'status.needs_reconnect')}
              />
            </header>
            {one.problem ? (
              <p className={classes.problem}>
                {one.problem.text}
                {one.status === 'active' && isTemporary(one.problem) ? ` ${t('goesOn')}` : null}
              </p>
            ) : null}
            {heard(one.connection_id)}
            <WebhookProblems reports={reportsOf(one.connection_id)} />
            {one.removable ? (
              <footer className={classes.actions}>
                <MayButton
                  needs="suppliers.change"
                  size="xs"
                  variant="subtle"
                  color="red"
                  onClick={() => setRemoving(one)}
                >
                  {t('disconnect')}
                </MayButton>
              </footer>
            ) : null}
          </article>
        ))}
        {open.map((one) => (
          <article key={`${one.supplier} ${one.mode}`} className={classes.card} data-open aria-label={one.label}>
            <header className={classes.head}>
              <div className={classes.names}>
                <span className={classes.name}>{one.label}</span>
                <span className={classes.quiet}>
                  {t('notConnected')} · {t(one.mode === 'sandbox' ? 'offerSandbox' : 'offerLive')}
                </span>
              </div>
              {one.mode === 'sandbox' ? <SandboxTag always /> : null}
            </header>
            <footer className={classes.actions}>
              <MayButton needs="suppliers.change" size="xs" variant="default" onClick={() => setOffer(one)}>
                {t('connectVerb')}
              </MayButton>
            </footer>
          </article>
        ))}
      </div>
      <SupplierDrawer offer={offer} onClose={() => setOffer(undefined)} />
      <ConfirmMoney
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={t('disconnectTitle', { name: removing?.label ?? '' })}
        text={t('disconnectSupplierText')}
        verb={t('disconnect')}
        danger
        onConfirm={() =>
          api('DELETE /connections/suppliers/{connection_id}', {
            params: { connection_id: removing?.connection_id ?? '' },
          }).then(() => client.invalidateQueries({ queryKey: ['suppliers'] }))
        }
      />
    </section>
  );
}
