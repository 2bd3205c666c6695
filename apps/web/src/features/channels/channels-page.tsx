import { useQuery } from '@tanstack/react-query';
import { Plus, Store } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../kit/may-button.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { EmptyState, ErrorState } from '../../kit/states.tsx';
import { api, errorText } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { toast } from '../../lib/toasts.ts';
import { urlPart, useUrlState } from '../../lib/url-state.ts';
import { useAccount } from '../../lib/use-account.ts';
import { CardSkeleton } from './card-skeleton.tsx';
import classes from './channels.module.css';
import { ConnectDrawer } from './connect-drawer.tsx';
import { StoreCard } from './store-card.tsx';
import { StoreTransfers } from './store-transfers.tsx';
import { Suppliers } from './suppliers.tsx';
import { useUnreadableOrders } from './unreadable-orders.tsx';
import { useWebhookActivity } from './webhook-activity.tsx';

/** `?connect=1` opens the drawer: other screens link to it. */
const DRAWER_URL = { connect: urlPart.flag() };

/** The stores we sell through and the suppliers we buy from, each with how its connection is doing. */
export default function ChannelsPage() {
  const { t } = useTranslation('channels');
  const { account, workplaceId } = useAccount();
  // As many places as stores are known of: nothing moves when their facts arrive.
  const known = (account?.linked_stores ?? []).filter((store) => store.workplace_id === workplaceId);
  const [{ connect: connecting }, setDrawer] = useUrlState(DRAWER_URL);
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.list('stores', { page: 'channels' }),
    queryFn: ({ signal }) => api('GET /stores/list-store', { signal }),
  });
  const reportsOf = useWebhookActivity('stores');
  const unreadOf = useUnreadableOrders();
  const [asking, setAsking] = useState(false);
  async function refreshCurrency(): Promise<void> {
    setAsking(true);
    try {
      const { changed } = await api('GET /auth/platform/refresh-stores-currency');
      toast('success', changed.length > 0 ? t('currencyChanged') : t('currencySame'));
      await refetch();
    } catch (reason) {
      toast('error', errorText(reason));
    } finally {
      setAsking(false);
    }
  }
  const connect = (
    <MayButton
      needs="stores.connect"
      leftSection={<Plus size={16} aria-hidden />}
      onClick={() => setDrawer({ connect: true })}
    >
      {t('connect')}
    </MayButton>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            {data && data.items.length > 0 ? (
              <MayButton
                needs="stores.change"
                variant="default"
                loading={asking}
                onClick={() => void refreshCurrency()}
              >
                {t('refreshCurrency')}
              </MayButton>
            ) : null}
            {connect}
          </>
        }
      />
      <div className={classes.page}>
        <StoreTransfers />
        <section aria-labelledby="stores">
          <h2 id="stores" className={classes.heading}>
            {t('stores')}
          </h2>
          {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
          {data && data.items.length === 0 ? (
            <div className={classes.empty}>
              <EmptyState
                picture={<Store size={28} strokeWidth={1.5} aria-hidden />}
                title={t('noStores')}
                text={t('noStoresText')}
                action={connect}
              />
            </div>
          ) : null}
          <div className={classes.cards} aria-busy={!data && !error}>
            {data || error ? null : known.map((store) => <CardSkeleton key={store.id} tall />)}
            {data?.items.map((store) => (
              <StoreCard key={store.id} store={store} reports={reportsOf(store.id)} unread={unreadOf(store.id)} />
            ))}
          </div>
        </section>
        {/* Loads beside the stores, and is shown when their height is known: nothing moves. */}
        <div hidden={!data && !error}>
          <Suppliers />
        </div>
      </div>
      <ConnectDrawer open={connecting} onClose={() => setDrawer({ connect: false })} />
    </>
  );
}
