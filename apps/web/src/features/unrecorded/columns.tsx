import type { UnclaimedOrder, UnrecordedOrder } from '@quayside/contracts';
import type { TFunction } from 'i18next';
import type { Column } from '../../kit/columns.ts';
import { Money } from '../../kit/money.tsx';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { connectorName } from '../../lib/connectors.ts';
import { shortTime } from '../../lib/short-time.ts';
import type { useFormats } from '../../lib/use-formats.ts';
import classes from './unrecorded.module.css';

type Row = UnclaimedOrder | UnrecordedOrder;
type Formats = ReturnType<typeof useFormats>;

export const isPaidWord = (t: TFunction<'unrecorded'>, row: Row) => (
  <StatusBadge tone={row.is_paid ? 'done' : 'waiting'} label={row.is_paid ? t('paid') : t('unpaid')} />
);

/** The columns of a list of supplier orders that are not recorded; `order`: with the store's order that each leads to. */
export function unrecordedColumns<R extends Row>(
  t: TFunction<'unrecorded'>,
  formats: Formats,
  order?: { header: string; cell(row: R): string },
): Column<R>[] {
  const { dateTime } = formats;
  return [
    {
      key: 'number',
      header: t('column.number'),
      width: 190,
      priority: 1,
      cell: (row) => (
        <span className={classes.stack}>
          <span className="mono">{row.order_no}</span>
          <span className={classes.number}>
            <span className={classes.quiet}>{connectorName(row.source)}</span>
            {row.is_sandbox ? <SandboxTag /> : null}
          </span>
        </span>
      ),
    },
    ...(order
      ? [{ key: 'order', header: order.header, width: 110, priority: 1 as const, cell: (row: R) => order.cell(row) }]
      : []),
    {
      key: 'reason',
      header: t('column.reason'),
      width: 260,
      grow: true,
      priority: 2,
      cell: (row) => (
        <span className={classes.reason} title={row.reason.text}>
          {row.reason.text}
        </span>
      ),
    },
    {
      key: 'items',
      header: t('column.items'),
      width: 100,
      priority: 4,
      cell: (row) => t('count', { count: row.line_items.reduce((sum, line) => sum + line.quantity, 0) }),
    },
    { key: 'payment', header: t('column.payment'), width: 120, priority: 2, cell: (row) => isPaidWord(t, row) },
    {
      key: 'placed',
      header: t('column.placed'),
      width: 110,
      priority: 3,
      skeleton: 'short',
      cell: (row) => (
        <span className={classes.quiet} title={dateTime(row.placed_at)}>
          {row.placed_at ? shortTime(row.placed_at, formats) : t('noDate')}
        </span>
      ),
    },
    {
      key: 'total',
      header: t('column.total'),
      width: 124,
      align: 'end',
      priority: 1,
      skeleton: 'money',
      cell: (row) => <Money value={row.total} strong />,
    },
  ];
}
