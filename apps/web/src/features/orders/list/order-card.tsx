import type { OrderSummary } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../kit/card-list.tsx';
import { Money } from '../../../kit/money.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { shortTime } from '../../../lib/short-time.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { PARCEL_TONES, PLACEMENT_TONES, parcelState, soldLines, variantName } from '../labels.ts';
import { Profit } from '../profit.tsx';
import { OrderName } from './columns.tsx';
import classes from './list.module.css';
import { PaymentBadge } from './payment-badge.tsx';

/** An order on a phone: who, what it brings and what of it stays, and the state that matters now. */
export function OrderCard({ order, namesStores }: { order: OrderSummary; namesStores: boolean }) {
  const { t } = useTranslation('orders');
  const formats = useFormats();
  const parcels = parcelState(order);
  const [first, ...others] = soldLines(order.line_items);
  const state =
    parcels !== 'none' ? (
      <StatusBadge tone={PARCEL_TONES[parcels]} label={t(`parcels.${parcels}`)} />
    ) : order.placement_status === 'placed' ? (
      <PaymentBadge order={order} />
    ) : (
      <StatusBadge tone={PLACEMENT_TONES[order.placement_status]} label={t(`placement.${order.placement_status}`)} />
    );
  return (
    <Card
      picture={<ProductPicture src={first?.image} alt="" size={48} />}
      title={<OrderName order={order} />}
      aside={<Money value={order.total} strong />}
      facts={
        <>
          {first ? (
            <span className={classes.cardGoods}>
              <bdi>{variantName(first)}</bdi>
              {others.length > 0 ? ` ${t('moreLines', { count: others.length })}` : ''}
            </span>
          ) : null}
          {state}
          {order.refund_status ? <PaymentBadge order={order} /> : null}
          <span>
            <bdi>{order.customer_name ?? t('noName')}</bdi> · {shortTime(order.placed_at, formats)}
            {namesStores && order.store.name ? (
              <>
                {' · '}
                <bdi>{order.store.name}</bdi>
              </>
            ) : null}
          </span>
          {order.cancelled_at || order.is_sample || order.is_exchange ? null : (
            <span>
              {t('money.profit')} <Profit order={order} />
            </span>
          )}
        </>
      }
    />
  );
}
