import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** The order that a replacement order replaces items of, as a link. */
export default function ExchangeOrigin({ orderId }: { orderId: string }) {
  const { t } = useTranslation('returns');
  const { data } = useQuery({
    queryKey: queryKeys.part('orders', 'returns-of-order', { orderId }),
    queryFn: ({ signal }) => api('GET /orders/returns/v1/list', { query: { order_id: orderId }, signal, quiet: true }),
  });
  const origin = data?.items.find((one) => one.exchange_order?.order_id === orderId);
  if (!origin) return null;
  return (
    <>
      <Link to="/app/orders" search={{ period: 'all', open: origin.order_id }}>
        {t('exchange.for', { order: `\u2068${origin.order_name}\u2069` })}
      </Link>
      <br />
    </>
  );
}
