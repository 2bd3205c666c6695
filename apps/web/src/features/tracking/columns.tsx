import type { ShipmentSummary } from '@quayside/contracts';
import type { TFunction } from 'i18next';
import type { Column } from '../../kit/columns.ts';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { shortTime } from '../../lib/short-time.ts';
import type { useFormats } from '../../lib/use-formats.ts';
import { PictureStack } from '../orders/index.ts';
import { ParcelMap, SHIPMENT_TONES } from '../parcels/index.ts';
import classes from './tracking.module.css';

/** The columns of parcels: whose, what, how far. */
export function shipmentColumns(
  t: TFunction<'tracking'>,
  formats: ReturnType<typeof useFormats>,
): Column<ShipmentSummary>[] {
  const { dateTime, country } = formats;
  return [
    {
      key: 'order',
      header: t('column.order'),
      width: 142,
      priority: 1,
      cell: (row) => (
        <span className={classes.name}>
          <bdi>{row.order_name}</bdi>
          {row.is_sandbox ? <SandboxTag /> : null}
        </span>
      ),
    },
    {
      key: 'goods',
      header: t('column.goods'),
      width: 130,
      priority: 3,
      skeleton: 'picture',
      cell: (row) => <PictureStack lines={row.line_items} />,
    },
    {
      key: 'customer',
      header: t('column.customer'),
      width: 130,
      priority: 3,
      cell: (row) => (
        <>
          <bdi>{row.customer_name ?? '--'}</bdi>
          {row.country_code ? (
            <span className={classes.code} title={country(row.country_code)}>
              {row.country_code}
            </span>
          ) : null}
        </>
      ),
    },
    {
      key: 'state',
      header: t('column.state'),
      width: 158,
      priority: 1,
      cell: (row) => (
        <span className={classes.number}>
          <StatusBadge tone={SHIPMENT_TONES[row.state]} label={t(`state.${row.state}`)} />
          {row.alarms.map((alarm) => (
            <StatusBadge key={alarm.id} tone="waiting" label={t(`alarms.kind.${alarm.kind}`)} />
          ))}
        </span>
      ),
    },
    {
      key: 'way',
      header: t('column.way'),
      width: 170,
      priority: 3,
      cell: (row) => <ParcelMap state={row.state} small />,
    },
    {
      key: 'last',
      header: t('column.last'),
      width: 150,
      grow: true,
      priority: 2,
      cell: (row) => (
        <span title={row.last_event?.description}>
          {row.last_event?.description ?? <span className={classes.quiet}>--</span>}
        </span>
      ),
    },
    {
      key: 'number',
      header: t('column.number'),
      width: 190,
      priority: 2,
      cell: (row) => (
        <span className={classes.number}>
          <bdi className={classes.quiet}>{row.carrier ?? t('noCarrier')}</bdi>
          <span className="mono">{row.tracking_number}</span>
        </span>
      ),
    },
    {
      key: 'when',
      header: t('column.when'),
      width: 104,
      priority: 4,
      skeleton: 'short',
      cell: (row) => {
        const at = row.last_event?.at ?? row.shipped_at;
        return (
          <time dateTime={at} title={dateTime(at)} className={classes.quiet}>
            {shortTime(at, formats)}
          </time>
        );
      },
    },
  ];
}
