import type { ShipmentAlarm } from '@quayside/contracts';
import { ALARM_KINDS } from '@quayside/contracts/shipment-alarms.ts';
import { useQuery } from '@tanstack/react-query';
import { PackageCheck } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../kit/card-list.tsx';
import type { Column } from '../../kit/columns.ts';
import { DetailPanel } from '../../kit/detail-panel.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../kit/states.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { useListView } from '../../kit/use-list-view.ts';
import { STATUS } from '../../lib/answers.ts';
import { ApiError, api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { shortTime } from '../../lib/short-time.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { SectionActions, SectionRow } from '../orders/index.ts';
import { AlarmPanel } from './alarm-panel.tsx';
import classes from './tracking.module.css';

const TABS = ['all', ...ALARM_KINDS] as const;

/** Parcels and supplier orders that need attention, each with what to do. */
export default function AlarmsPage() {
  const { t } = useTranslation('tracking');
  const formats = useFormats();
  const { shownStore: { id: shownStore } = {} } = useAccount();
  const view = useListView<ShipmentAlarm>({
    name: 'alarms',
    topic: 'tracking',
    tabs: [...TABS],
    extra: { shownStore },
    id: (row) => row.id,
    read: (state, cursor, signal) =>
      api('GET /orders/v5/tracking/alarms', {
        query: { store_id: shownStore, kind: ALARM_KINDS.find((kind) => kind === state.tab), cursor },
        signal,
      }),
  });
  const counts = useQuery({
    queryKey: queryKeys.part('tracking', 'alarm-counts', { shownStore }),
    queryFn: ({ signal }) => api('GET /orders/v5/tracking/alarms/count', { query: { store_id: shownStore }, signal }),
  }).data;
  const columns = useMemo<Column<ShipmentAlarm>[]>(
    () => [
      {
        key: 'order',
        header: t('column.order'),
        width: 140,
        priority: 1,
        cell: (row) => (
          <span className={classes.name}>
            <bdi>{row.order_name}</bdi>
            {row.is_sandbox ? <SandboxTag /> : null}
          </span>
        ),
      },
      {
        key: 'kind',
        header: t('column.state'),
        width: 180,
        priority: 1,
        cell: (row) => <StatusBadge tone="waiting" label={t(`alarms.kind.${row.kind}`)} />,
      },
      {
        key: 'subject',
        header: t('column.number'),
        width: 220,
        priority: 2,
        cell: (row) => <Subject alarm={row} />,
      },
      {
        key: 'store',
        header: t('column.store'),
        width: 160,
        grow: true,
        priority: 3,
        cell: (row) => row.store_name ?? '--',
      },
      {
        key: 'since',
        header: t('column.when'),
        width: 136,
        priority: 2,
        skeleton: 'short',
        cell: (row) => (
          <time dateTime={row.opened_at} title={formats.dateTime(row.opened_at)} className={classes.quiet}>
            {shortTime(row.opened_at, formats)}
          </time>
        ),
      },
    ],
    [t, formats],
  );
  return (
    <>
      <SectionRow active="shipment" />
      <ListPage
        view={view}
        title={t('alarms.title')}
        actions={<SectionActions active="shipment" />}
        tabs={TABS.map((key) => ({
          key,
          label: key === 'all' ? t('alarms.all') : t(`alarms.kind.${key}`),
          count: counts?.[key],
          capped: counts ? counts[key] >= counts.most : false,
        }))}
        columns={columns}
        card={(row) => (
          <Card
            title={row.order_name}
            aside={<StatusBadge tone="waiting" label={t(`alarms.kind.${row.kind}`)} />}
            facts={
              <>
                <Subject alarm={row} />
                <span>{shortTime(row.opened_at, formats)}</span>
              </>
            }
          />
        )}
        detail={(id, nav) => {
          const alarm = view.list.rows.find((row) => row.id === id);
          const own = { onClose: nav.close, onPrevious: nav.previous, onNext: nav.next };
          return alarm ? <AlarmPanel alarm={alarm} {...own} /> : <OtherAlarm id={id} {...own} />;
        }}
        empty={
          <EmptyState
            picture={<PackageCheck size={28} strokeWidth={1.5} aria-hidden />}
            title={t('alarms.empty')}
            text={t('alarms.emptyText')}
          />
        }
      />
    </>
  );
}

interface OtherProps {
  id: string;
  onClose(): void;
  onPrevious?(): void;
  onNext?(): void;
}

/** An alert that a link opens and that is not among the loaded rows. */
function OtherAlarm({ id, ...nav }: OtherProps) {
  const { t } = useTranslation('tracking');
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('tracking', 'alarm', { id }),
    queryFn: ({ signal }) => api('GET /orders/v5/tracking/alarms', { query: { alarm_id: id }, signal }),
  });
  const [alarm] = data?.items ?? [];
  if (alarm) return <AlarmPanel alarm={alarm} {...nav} />;
  return (
    <DetailPanel title={t('alarms.one')} {...nav}>
      <div className={classes.waiting}>
        {error instanceof ApiError && error.status === STATUS.NOT_FOUND ? (
          <EmptyState small title={t('alarms.over')} text={t('alarms.overText')} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} small />
        ) : (
          <SkeletonBox width="100%" height={220} />
        )}
      </div>
    </DetailPanel>
  );
}

/** The parcel's carrier and number, or the supplier order. */
function Subject({ alarm }: { alarm: ShipmentAlarm }) {
  const { t } = useTranslation('tracking');
  if (!alarm.shipment_id)
    return (
      <span className={classes.quiet}>
        {t('alarms.noNumberOf', { number: alarm.supplier_order_no ?? '--', supplier: alarm.supplier ?? '--' })}
      </span>
    );
  return (
    <span className={classes.number}>
      <bdi className={classes.quiet}>{alarm.carrier ?? t('noCarrier')}</bdi>
      <span className="mono">{alarm.tracking_number}</span>
    </span>
  );
}
