import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmMoney } from '../../kit/confirm-money.tsx';
import { MayButton } from '../../kit/may-button.tsx';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { StatusBadge, type Tone } from '../../kit/status-badge.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { connectorMark } from '../../lib/connectors.ts';
import { storeLinks } from '../../lib/outside/store-links.ts';
import { leaveFor } from '../../lib/session.ts';
import { toast } from '../../lib/toasts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useAdoption } from '../products/index.ts';
import classes from './channels.module.css';
import { ReconnectDrawer } from './reconnect-drawer.tsx';
import { StoreHealth } from './store-health.tsx';
import { StorefrontDetails } from './storefront.tsx';
import { isTemporary } from './temporary-problem.ts';
import { TransferDialog } from './transfer-dialog.tsx';
import { UnreadableOrderList, type UnreadableOrders } from './unreadable-orders.tsx';
import { type WebhookActivity, WebhookProblems } from './webhook-activity.tsx';

type StoreFacts = CallData<'GET /stores/list-store'>['items'][number];

const TONES: Record<StoreFacts['status'], Tone> = { active: 'done', needs_reconnect: 'broken', uninstalled: 'closed' };
/** A repair is worth a line on the card for a week. */
const isRecent = (at: string): boolean => Date.now() - Date.parse(at) < 7 * 86_400_000;

/** One store: whether it works, how its orders come in, and what to do when something stands in the way. */
export function StoreCard({
  store,
  reports,
  unread,
}: {
  store: StoreFacts;
  reports: WebhookActivity | undefined;
  unread: UnreadableOrders | undefined;
}) {
  const { t } = useTranslation(['channels', 'moves']);
  const { date, timeAgo } = useFormats();
  const client = useQueryClient();
  const [removing, setRemoving] = useState(false);
  const [reconnecting, setReconnecting] = useState(false);
  const [moving, setMoving] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [reading, setReading] = useState(false);
  const adoption = useAdoption(store.id);
  /** Asks for the store's locations, of which the card shows news as they come. */
  async function readLocations(): Promise<void> {
    setReading(true);
    try {
      await api('POST /products/stock-locations/refresh', { body: { store_id: store.id } });
      toast('success', t('stockReading'));
    } catch {
      // The call has said why.
    } finally {
      setReading(false);
    }
  }
  /** At the platform's own page where it has one: one click and the owner's consent. Else keys are asked for. */
  async function reconnect(): Promise<void> {
    setLeaving(true);
    try {
      const { items } = await api('GET /connections/platforms', { query: { shop: store.base_url } });
      if (!items.find((one) => one.platform === store.platform)?.authorize.available) {
        setReconnecting(true);
        return;
      }
      const { url } = await api('POST /auth/platform/{platform}/install', {
        params: { platform: store.platform },
        body: { shop: store.base_url },
      });
      leaveFor(url);
    } catch {
      setReconnecting(true);
    } finally {
      setLeaving(false);
    }
  }
  const refresh = () => client.invalidateQueries({ queryKey: ['stores'] });
  // A sandbox store's admin is opened from the sandbox; its domain leads nowhere outside.
  const admin = store.is_sandbox ? undefined : storeLinks(store.platform, store.platform_domain)?.admin;
  const heard = store.orders_by === 'webhook' ? store.last_webhook_at : store.last_polled_at;
  return (
    <article className={classes.card} aria-label={store.store_name}>
      <header className={classes.head}>
        <span className={classes.platform} data-platform={store.platform} aria-hidden="true">
          {connectorMark(store.platform).letters}
        </span>
        <div className={classes.names}>
          <span className={classes.name}>{store.store_name}</span>
          <a className={classes.domain} dir="ltr" href={store.base_url} target="_blank" rel="noreferrer">
            {store.platform_domain}
          </a>
        </div>
        {store.is_sandbox ? <SandboxTag /> : null}
        <StatusBadge tone={TONES[store.status]} label={t(`status.${store.status}`)} />
      </header>
      {store.moving ? (
        <p className={classes.note} role="status">
          {t('moves:held')}
        </p>
      ) : null}
      {store.problem ? (
        <p className={classes.problem} role="status">
          {store.problem.text}
          {store.status === 'active' && isTemporary(store.problem) ? ` ${t('goesOn')}` : null}
        </p>
      ) : null}
      {store.stock_location && store.stock_location.state !== 'active' && store.status !== 'uninstalled' ? (
        <p className={classes.problem} role="status">
          {t(store.stock_location.state === 'deleted' ? 'stockDeleted' : 'stockInactive', {
            name: store.stock_location.name,
          })}{' '}
          <Link to="/app/setting/product" hash="stock-locations">
            {t('stockChoose')}
          </Link>{' '}
          <MayButton
            needs="products.change"
            size="compact-xs"
            variant="default"
            loading={reading}
            onClick={() => void readLocations()}
          >
            {t('stockAgain')}
          </MayButton>
        </p>
      ) : null}
      {store.access_ends_soon && store.access_ends_at ? (
        <p className={classes.problem} role="status">
          {t('accessEnds', { when: date(store.access_ends_at) })}
        </p>
      ) : null}
      <dl className={classes.facts}>
        <div>
          <dt>{t('ordersBy')}</dt>
          <dd>{store.orders_by === 'webhook' ? t('byWebhook') : t('byPolling', { count: store.poll_seconds })}</dd>
        </div>
        <div>
          <dt>{t('lastHeard')}</dt>
          <dd>{heard ? timeAgo(heard) : t('never')}</dd>
        </div>
        <div>
          <dt>{t('currency')}</dt>
          <dd>{store.currency}</dd>
        </div>
      </dl>
      {store.orders_by_reason ? <p className={classes.quiet}>{store.orders_by_reason.text}</p> : null}
      {store.webhooks_restored_at && isRecent(store.webhooks_restored_at) ? (
        <p className={classes.quiet}>{t('webhooksRestored', { when: timeAgo(store.webhooks_restored_at) })}</p>
      ) : null}
      <UnreadableOrderList storeId={store.id} unread={unread} />
      <WebhookProblems reports={reports} />
      <StoreHealth storeId={store.id} />
      <StorefrontDetails storeId={store.id} address={store.base_url} />
      <footer className={classes.actions}>
        {store.status === 'needs_reconnect' || store.access_ends_soon ? (
          <MayButton needs="stores.change" size="xs" loading={leaving} onClick={() => void reconnect()}>
            {t('reconnect')}
          </MayButton>
        ) : null}
        <MayButton
          needs="orders.change"
          size="xs"
          variant="default"
          onClick={() => void api('POST /connections/{store_id}/sync', { params: { store_id: store.id }, body: {} })}
        >
          {t('lookNow')}
        </MayButton>
        {store.status === 'active' && !store.moving ? (
          <MayButton needs="products.change" size="xs" variant="default" onClick={adoption.open}>
            {t('bringIn')}
          </MayButton>
        ) : null}
        {admin ? (
          <Button component="a" href={admin} target="_blank" rel="noreferrer" size="xs" variant="subtle">
            {t('openAdmin')}
          </Button>
        ) : null}
        {store.is_default ? (
          <span className={classes.quiet}>{t('isDefault')}</span>
        ) : (
          <MayButton
            needs="stores.change"
            size="xs"
            variant="subtle"
            onClick={() =>
              void api('POST /core/stores/update-default-store', { body: { store_id: store.id } }).then(refresh)
            }
          >
            {t('makeDefault')}
          </MayButton>
        )}
        {store.moving ? null : (
          <>
            <MayButton needs="stores.move" size="xs" variant="subtle" onClick={() => setMoving(true)}>
              {t('moves:button')}
            </MayButton>
            <MayButton needs="stores.change" size="xs" variant="subtle" color="red" onClick={() => setRemoving(true)}>
              {t('disconnect')}
            </MayButton>
          </>
        )}
      </footer>
      {adoption.dialog}
      <ReconnectDrawer store={store} open={reconnecting} onClose={() => setReconnecting(false)} />
      <TransferDialog store={store} open={moving} onClose={() => setMoving(false)} />
      <ConfirmMoney
        open={removing}
        onClose={() => setRemoving(false)}
        title={t('disconnectTitle', { name: store.store_name })}
        text={t('disconnectText')}
        undo={t('disconnectUndo')}
        verb={t('disconnect')}
        danger
        onConfirm={() =>
          api('POST /auth/platform/{platform}/uninstall', {
            params: { platform: store.platform },
            body: { shop: store.id },
          }).then(refresh)
        }
      />
    </article>
  );
}
