import type { ShipmentSummary } from '@quayside/contracts';
import { ALARM_KINDS } from '@quayside/contracts/shipment-alarms.ts';
import { useQuery } from '@tanstack/react-query';
import { PackageSearch } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../kit/card-list.tsx';
import type { FilterDef } from '../../kit/filters.ts';
import { LinkButton } from '../../kit/link-button.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { ProductPicture } from '../../kit/product-picture.tsx';
import { EmptyState } from '../../kit/states.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { useListView } from '../../kit/use-list-view.ts';
import { api, type CallQuery } from '../../lib/api.ts';
import { getConnectors } from '../../lib/connectors.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { shortTime } from '../../lib/short-time.ts';
import { storeFilter } from '../../lib/store-filter.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { SectionActions, SectionRow, TaskHost } from '../orders/index.ts';
import { SHIPMENT_TONES } from '../parcels/index.ts';
import { shipmentColumns } from './columns.tsx';
import { GROUPS, type Group } from './labels.ts';
import { ShipmentPanel } from './shipment-panel.tsx';
import classes from './tracking.module.css';

const TABS = Object.keys(GROUPS) as Group[];
/** An order without a number has no parcel to list. */
const PARCEL_ALARMS = ALARM_KINDS.filter((kind) => kind !== 'no_number' && kind !== 'claim_ending');
type Query = CallQuery<'GET /orders/v5/shipments'>;

/** Parcels by where they are, newest first; live. */
export default function ShipmentsPage() {
  return (
    <TaskHost>
      <SectionRow active="shipment" />
      <ShipmentList />
    </TaskHost>
  );
}

function ShipmentList() {
  const { t } = useTranslation('tracking');
  const formats = useFormats();
  const { account, workplaceId, shownStore: { id: shownStore } = {} } = useAccount();
  const stores = account?.linked_stores;
  const filters = useMemo<FilterDef[]>(
    () => [
      ...(shownStore ? [] : [storeFilter(t('column.store'), stores, workplaceId)]),
      {
        kind: 'choice',
        key: 'source',
        label: t('column.source'),
        choices: getConnectors('supplier').map(({ id, label }) => ({ value: id, label })),
      },
      {
        kind: 'choice',
        key: 'alarm',
        label: t('alarms.title'),
        choices: [
          { value: 'any', label: t('alarms.all') },
          ...PARCEL_ALARMS.map((kind) => ({ value: kind, label: t(`alarms.kind.${kind}`) })),
        ],
      },
    ],
    [t, shownStore, stores, workplaceId],
  );
  const filterOf = (state: { q: string; filters: Record<string, string[]> }) => ({
    keyword: state.q || undefined,
    store_id: shownStore ?? state.filters.store?.[0],
    source: state.filters.source?.[0] as Query['source'],
    alarm: state.filters.alarm?.[0] as Query['alarm'],
  });
  const view = useListView<ShipmentSummary>({
    name: 'shipments',
    topic: 'shipments',
    tabs: TABS,
    filters,
    extra: { shownStore },
    id: (row) => row.id,
    read: (state, cursor, signal) => {
      const states = GROUPS[state.tab as Group];
      return api('GET /orders/v5/shipments', {
        query: { ...filterOf(state), state: states.length > 0 ? [...states] : undefined, page: state.page, cursor },
        signal,
      });
    },
  });
  const asked = filterOf(view.state);
  const counts = useQuery({
    queryKey: queryKeys.part('shipments', 'counts', asked),
    queryFn: ({ signal }) => api('GET /orders/v5/shipments/count', { query: asked, signal }),
  }).data;
  const alarms = useQuery({
    queryKey: queryKeys.part('tracking', 'alarm-counts', { shownStore }),
    queryFn: ({ signal }) => api('GET /orders/v5/tracking/alarms/count', { query: { store_id: shownStore }, signal }),
  }).data;
  const columns = useMemo(() => shipmentColumns(t, formats), [t, formats]);
  return (
    <ListPage
      view={view}
      title={t('title')}
      actions={<SectionActions active="shipment" />}
      banner={
        alarms && alarms.all > 0 ? (
          <p className={classes.banner}>
            <LinkButton to="/app/manage/tracking" variant="default" size="compact-sm">
              {t('alarms.link')} (
              {alarms.all >= alarms.most ? `${formats.count(alarms.most)}+` : formats.count(alarms.all)})
            </LinkButton>
          </p>
        ) : null
      }
      searchLabel={t('search')}
      tabs={TABS.map((key) => {
        const states = GROUPS[key];
        const parts = counts ? (key === 'all' ? [counts.all] : states.map((state) => counts[state])) : undefined;
        return {
          key,
          label: t(`group.${key}`),
          count: parts?.reduce((sum, one) => sum + one, 0),
          capped: parts?.some((one) => counts !== undefined && one >= counts.most),
          alert: key === 'trouble',
        };
      })}
      columns={columns}
      card={(row) => (
        <Card
          picture={<ProductPicture src={row.line_items[0]?.image} alt="" size={48} />}
          title={row.order_name}
          aside={<StatusBadge tone={SHIPMENT_TONES[row.state]} label={t(`state.${row.state}`)} />}
          facts={
            <>
              <span>
                {row.carrier ?? t('noCarrier')} <span className="mono">{row.tracking_number}</span>
              </span>
              <span>{shortTime(row.last_event?.at ?? row.shipped_at, formats)}</span>
            </>
          }
        />
      )}
      detail={(id, nav) => (
        <ShipmentPanel
          shipmentId={id}
          summary={view.list.rows.find((row) => row.id === id)}
          onClose={nav.close}
          onPrevious={nav.previous}
          onNext={nav.next}
        />
      )}
      empty={
        <EmptyState
          picture={<PackageSearch size={28} strokeWidth={1.5} aria-hidden />}
          title={view.state.tab === 'all' ? t('empty.title') : t('empty.group')}
          text={t('empty.text')}
        />
      }
    />
  );
}
