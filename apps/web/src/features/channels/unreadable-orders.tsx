import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../kit/may-button.tsx';
import { api, type CallData, errorText } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { toast } from '../../lib/toasts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './channels.module.css';

export type UnreadableOrders = CallData<'GET /connections/set-aside-orders'>['items'][number];

/** Orders of the stores that could not be read, by the stores' ids. */
export function useUnreadableOrders(): (storeId: string) => UnreadableOrders | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.part('stores', 'unread'),
    queryFn: ({ signal }) => api('GET /connections/set-aside-orders', { signal }),
  });
  return (storeId) => data?.items.find((one) => one.store_id === storeId);
}

/** A store's orders that could not be read: which, why, and a button that reads them again. */
export function UnreadableOrderList({ storeId, unread }: { storeId: string; unread: UnreadableOrders | undefined }) {
  const { t } = useTranslation('channels');
  const { number, timeAgo } = useFormats();
  const client = useQueryClient();
  if (!unread) return null;
  const { count, orders } = unread;
  async function readAgain(): Promise<void> {
    try {
      await api('POST /connections/{store_id}/set-aside-orders/read', { params: { store_id: storeId }, body: {} });
      toast('success', t('unread.asked'));
      await client.invalidateQueries({ queryKey: ['stores'] });
    } catch (reason) {
      toast('error', errorText(reason));
    }
  }
  return (
    <section role="status" aria-label={t('unread.title', { count })}>
      <ul className={classes.troubles}>
        <li className={classes.trouble} data-cause="unread">
          <strong>{t('unread.title', { count })}</strong>
          <p>{t('unread.note')}</p>
        </li>
        {orders.map((order) => (
          <li key={order.external_order_id} className={classes.trouble}>
            <strong dir="auto">{order.name ?? order.external_order_id}</strong>
            <span>{t('unread.last', { when: timeAgo(order.last_at) })}</span>
            <p>{order.reason?.text}</p>
          </li>
        ))}
        {count > orders.length ? (
          <li className={classes.trouble}>{t('unread.more', { n: number(count - orders.length) })}</li>
        ) : null}
      </ul>
      <MayButton needs="orders.change" size="xs" variant="default" onClick={() => void readAgain()}>
        {t('unread.read')}
      </MayButton>
    </section>
  );
}
