import type { SupplierOrderView } from '@quayside/contracts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../kit/columns.ts';
import { Money } from '../../../kit/money.tsx';
import { SandboxTag } from '../../../kit/sandbox-tag.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { connectorName } from '../../../lib/connectors.ts';
import { shortTime } from '../../../lib/short-time.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { PAY_TONES, SUPPLIER_ORDER_TONES } from '../labels.ts';
import { PictureStack } from '../list/picture-stack.tsx';
import classes from './payments.module.css';

/** How a supplier order's payment is, or that money of it is to come back. */
export function PaymentBadge({ row, t }: { row: SupplierOrderView; t: TFunction<'orders'> }) {
  return row.refund_pending ? (
    <StatusBadge tone="waiting" label={t('refund.pending')} />
  ) : (
    <StatusBadge tone={PAY_TONES[row.pay_state]} label={t(`payState.${row.pay_state}`)} />
  );
}

/** What a supplier order costs, and below it the refund that is expected. */
export function Cost({ row }: { row: SupplierOrderView }) {
  const { t } = useTranslation('orders');
  const { money } = useFormats();
  return (
    <span className={classes.stack}>
      <Money value={row.total_cost ?? row.quoted_total} strong />
      {row.refund_pending ? (
        <span className={classes.quiet}>{t('refund.sum', { sum: money(row.refund_pending) })}</span>
      ) : null}
    </span>
  );
}

/** The columns of supplier orders: whose they are, how they stand, what they cost. */
export function paymentColumns(
  t: TFunction<'orders'>,
  formats: ReturnType<typeof useFormats>,
): Column<SupplierOrderView>[] {
  const { dateTime } = formats;
  return [
    {
      key: 'order',
      header: t('column.order'),
      width: 150,
      priority: 1,
      cell: (row) => (
        <span className={classes.number}>
          <bdi className={classes.strong}>{row.order_name}</bdi>
          {row.is_sandbox ? <SandboxTag /> : null}
        </span>
      ),
    },
    {
      key: 'goods',
      header: t('column.goods'),
      width: 150,
      grow: true,
      priority: 2,
      skeleton: 'picture',
      cell: (row) => <PictureStack lines={row.line_items} />,
    },
    { key: 'source', header: t('column.supplier'), width: 130, priority: 2, cell: (row) => connectorName(row.source) },
    {
      key: 'number',
      header: t('column.number'),
      width: 150,
      grow: true,
      priority: 3,
      cell: (row) => <span className="mono">{row.order_no ?? '--'}</span>,
    },
    {
      key: 'state',
      header: t('column.placement'),
      width: 140,
      priority: 3,
      cell: (row) => <StatusBadge tone={SUPPLIER_ORDER_TONES[row.state]} label={t(`supplierOrder.${row.state}`)} />,
    },
    {
      key: 'payment',
      header: t('column.payment'),
      width: 140,
      priority: 1,
      cell: (row) => (
        <span title={row.problem?.text}>
          <PaymentBadge row={row} t={t} />
        </span>
      ),
    },
    {
      key: 'when',
      header: t('column.placed'),
      width: 110,
      priority: 4,
      cell: (row) => (
        <time dateTime={row.created_at} title={dateTime(row.created_at)} className={classes.quiet}>
          {shortTime(row.paid_at ?? row.placed_at ?? row.created_at, formats)}
        </time>
      ),
    },
    {
      key: 'total',
      header: t('column.cost'),
      width: 130,
      align: 'end',
      priority: 1,
      skeleton: 'money',
      cell: (row) => <Cost row={row} />,
    },
  ];
}
