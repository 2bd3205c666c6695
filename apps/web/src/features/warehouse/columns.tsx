import type { WarehouseOrder } from '@quayside/contracts';
import type { TFunction } from 'i18next';
import type { Column } from '../../kit/columns.ts';
import { Money } from '../../kit/money.tsx';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { shortTime } from '../../lib/short-time.ts';
import type { useFormats } from '../../lib/use-formats.ts';
import { PictureStack } from '../orders/index.ts';
import { countUnits, STATE_TONES } from './labels.ts';
import classes from './warehouse.module.css';

/** The columns of the warehouse's orders. */
export function warehouseColumns(
  t: TFunction<'warehouse'>,
  formats: ReturnType<typeof useFormats>,
): Column<WarehouseOrder>[] {
  const { dateTime, country } = formats;
  return [
    {
      key: 'number',
      header: t('column.number'),
      width: 170,
      priority: 1,
      cell: (row) => (
        <span className={classes.name}>
          <span className="mono">{row.number}</span>
          {row.mode === 'sandbox' ? <SandboxTag always /> : null}
        </span>
      ),
    },
    {
      key: 'goods',
      header: t('column.goods'),
      width: 150,
      grow: true,
      priority: 1,
      skeleton: 'picture',
      cell: (row) => (
        <PictureStack
          lines={row.lines.map((line) => ({
            id: String(line.line_no),
            title: line.title,
            image: line.image_url,
            quantity: line.quantity,
          }))}
        />
      ),
    },
    {
      key: 'pieces',
      header: t('column.pieces'),
      width: 80,
      align: 'end',
      priority: 2,
      cell: (row) => countUnits(row),
    },
    {
      key: 'customer',
      header: t('column.customer'),
      width: 160,
      grow: true,
      priority: 3,
      cell: (row) => (
        <>
          {row.installation} <span className={classes.quiet}>{row.order_name}</span>
        </>
      ),
    },
    {
      key: 'to',
      header: t('column.to'),
      width: 140,
      priority: 2,
      cell: (row) => country(row.address.country_code),
    },
    { key: 'service', header: t('column.service'), width: 140, priority: 3, cell: (row) => row.shipping_service },
    {
      key: 'paid',
      header: t('column.paid'),
      width: 110,
      priority: 3,
      skeleton: 'short',
      cell: (row) => (
        <span className={classes.quiet} title={dateTime(row.paid_at)}>
          {shortTime(row.paid_at ?? row.created_at, formats)}
        </span>
      ),
    },
    {
      key: 'state',
      header: t('column.state'),
      width: 140,
      priority: 4,
      cell: (row) => <StatusBadge tone={STATE_TONES[row.state]} label={t(`state.${row.state}`)} />,
    },
    {
      key: 'total',
      header: t('column.total'),
      width: 100,
      align: 'end',
      priority: 2,
      skeleton: 'money',
      cell: (row) => <Money value={row.total} strong />,
    },
  ];
}
