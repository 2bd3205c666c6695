import type { OrderSummary } from '@quayside/contracts';
import type { TFunction } from 'i18next';
import { Hourglass } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../../i18n/index.ts';
import type { Column } from '../../../kit/columns.ts';
import { Money } from '../../../kit/money.tsx';
import { SandboxTag } from '../../../kit/sandbox-tag.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';
import { shortTime } from '../../../lib/short-time.ts';
import type { useFormats } from '../../../lib/use-formats.ts';
import { PARCEL_TONES, PLACEMENT_TONES, parcelState } from '../labels.ts';
import { Profit } from '../profit.tsx';
import classes from './list.module.css';
import { OrderGoods } from './order-goods.tsx';
import { PaymentBadge } from './payment-badge.tsx';

/** Payment states of the store in which the customer's money is not there, or not all of it. */
const UNPAID: readonly string[] = ['pending', 'authorized', 'partially_paid', 'failed'];

const ExchangeTag = lazyChunk(async () => {
  const [part] = await Promise.all([import('./exchange-tag.tsx'), loadTexts(['orderTimeline'])]);
  return part;
});

type Formats = ReturnType<typeof useFormats>;

/** Number, mark and sandbox tag of an order. */
export function OrderName({ order }: { order: OrderSummary }) {
  const { t } = useTranslation('orders');
  return (
    <span className={classes.name}>
      {order.mark_order === 'none' ? null : <span className={classes.mark} data-mark={order.mark_order} />}
      <bdi>{order.name}</bdi>
      {order.is_sample ? <StatusBadge tone="closed" label={t('sample')} /> : null}
      {order.is_exchange ? (
        <Suspense>
          <ExchangeTag />
        </Suspense>
      ) : null}
      {order.is_sandbox ? <SandboxTag /> : null}
    </span>
  );
}

/** The store has not got the customer's money; nothing where it has. */
function CustomerUnpaid({ order, label }: { order: OrderSummary; label: string }) {
  if (order.cancelled_at || !UNPAID.includes(order.financial_status)) return null;
  return (
    <span className={classes.unpaid} title={label}>
      <Hourglass size={14} aria-hidden />
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

/**
 * The columns of the order list; the first to go where it gets narrow are those that a state already tells. `namesStores`:
 * the rows are of several stores, so that each names its own.
 */
export function orderColumns(t: TFunction<'orders'>, formats: Formats, namesStores: boolean): Column<OrderSummary>[] {
  const { dateTime, country } = formats;
  return [
    {
      key: 'order',
      header: t('column.order'),
      width: 142,
      priority: 1,
      cell: (row) => (
        <span className={classes.words}>
          <OrderName order={row} />
          {namesStores && row.store.name ? (
            <span className={classes.second} title={row.store.name}>
              <bdi>{row.store.name}</bdi>
            </span>
          ) : null}
        </span>
      ),
    },
    {
      key: 'goods',
      header: t('column.goods'),
      width: 188,
      grow: true,
      priority: 1,
      skeleton: 'picture',
      cell: (row) => <OrderGoods lines={row.line_items} />,
    },
    {
      key: 'customer',
      header: t('column.customer'),
      width: 120,
      grow: true,
      priority: 2,
      cell: (row) => (
        <>
          <bdi>{row.customer_name ?? t('noName')}</bdi>
          {row.country_code ? (
            <span className={classes.code} title={country(row.country_code)}>
              {row.country_code}
            </span>
          ) : null}
        </>
      ),
    },
    {
      key: 'placed',
      header: t('column.placed'),
      width: 112,
      priority: 3,
      sort: 'created_at',
      skeleton: 'short',
      cell: (row) => (
        <time dateTime={row.placed_at} title={dateTime(row.placed_at)} className={classes.quiet}>
          {shortTime(row.placed_at, formats)}
        </time>
      ),
    },
    {
      key: 'placement',
      header: t('column.placement'),
      width: 142,
      priority: 1,
      cell: (row) => (
        <StatusBadge tone={PLACEMENT_TONES[row.placement_status]} label={t(`placement.${row.placement_status}`)} />
      ),
    },
    {
      key: 'payment',
      header: t('column.payment'),
      width: 142,
      priority: 2,
      cell: (row) => <PaymentBadge order={row} />,
    },
    {
      key: 'tracking',
      header: t('column.tracking'),
      width: 112,
      priority: 3,
      cell: (row) => {
        const state = parcelState(row);
        return state === 'none' ? (
          <span className={classes.quiet}>--</span>
        ) : (
          <StatusBadge tone={PARCEL_TONES[state]} label={t(`parcels.${state}`)} />
        );
      },
    },
    {
      key: 'cost',
      header: t('column.cost'),
      width: 88,
      align: 'end',
      priority: 4,
      skeleton: 'money',
      cell: (row) => <Money value={row.cost} />,
    },
    {
      key: 'profit',
      header: t('column.profit'),
      width: 112,
      align: 'end',
      priority: 2,
      skeleton: 'money',
      cell: (row) => (row.is_sample || row.is_exchange ? null : <Profit order={row} />),
    },
    {
      key: 'total',
      header: t('column.total'),
      // Room for a sum with its currency's name, and the sign that the customer has not paid.
      width: 120,
      align: 'end',
      priority: 1,
      skeleton: 'money',
      cell: (row) => (
        <>
          <CustomerUnpaid order={row} label={t('customerUnpaid')} />
          <Money value={row.total} strong />
        </>
      ),
    },
  ];
}
