import type { OrderSummary } from '@quayside/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '../../kit/list-page.tsx';
import { StateActions } from '../../kit/state-actions.tsx';
import { useListView } from '../../kit/use-list-view.ts';
import { storesInUse } from '../../lib/account.ts';
import { api } from '../../lib/api.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useAddressSearch, useUrlState } from '../../lib/url-state.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { orderColumns } from './list/columns.tsx';
import { ExportButton } from './list/export-button.tsx';
import { OrderCard } from './list/order-card.tsx';
import { PERIOD_URL } from './list/period.ts';
import { PeriodPicker } from './list/period-picker.tsx';
import { countQuery, listQuery, listSort } from './list/query.ts';
import { useOrderFilters } from './list/use-filters.ts';
import { OrderPanel, usePanelAhead } from './panel/lazy-order-panel.tsx';
import { useResumedPlacing } from './place/use-resumed-placing.ts';
import { SectionActions, SectionRow } from './sections.tsx';
import { TaskHost } from './tasks.tsx';
import { useGuidelineStep } from './use-guideline-step.ts';
import { useOrderActions } from './use-order-actions.ts';

const BulkActions = lazyChunk(() => import('./list/lazy-bulk-actions.tsx'));
const OrdersEmpty = lazyChunk(() => import('./list/orders-empty.tsx').then((list) => ({ default: list.OrdersEmpty })));

const TABS = ['unfulfilled', 'fulfilled', 'archived'] as const;

/** Orders of the shoppers: find one, see what it costs, have it placed. New ones come in by themselves. */
export default function OrdersPage() {
  usePanelAhead();
  return (
    <TaskHost>
      <SectionRow active="placement" />
      <OrderList />
    </TaskHost>
  );
}

function OrderList() {
  const { t } = useTranslation('orders');
  const formats = useFormats();
  const { account, workplaceId, shownStore: { id: shownStore } = {} } = useAccount();
  const [period, setPeriod] = useUrlState(PERIOD_URL);
  const filters = useOrderFilters();
  useOldAddress();
  useResumedPlacing();
  const view = useListView<OrderSummary>({
    name: 'orders',
    topic: 'orders',
    tabs: TABS,
    filters,
    defaultSort: 'desc_created_at',
    extra: { ...period, shownStore },
    id: (row) => row.id,
    read: (state, cursor, signal) =>
      api('GET /orders/v5/list', { query: listQuery(state, period, shownStore, cursor), signal }),
  });
  const asked = countQuery(view.state, period, shownStore);
  const counts = useQuery({
    queryKey: queryKeys.part('orders', 'tab-counts', asked),
    queryFn: ({ signal }) => api('GET /orders/v5/count-order-status', { query: asked, signal }),
    placeholderData: keepPreviousData,
  }).data;
  const matches = { ...asked, tab: view.state.tab as (typeof TABS)[number], sort: listSort(view.state.sort) };
  const inTab = counts?.[view.state.tab as (typeof TABS)[number]];
  const tabCount =
    counts && inTab !== undefined ? { count: inTab, capped: counts.most !== null && inTab >= counts.most } : undefined;
  const namesStores = shownStore === undefined && storesInUse(account?.linked_stores, workplaceId).length > 1;
  const columns = useMemo(() => orderColumns(t, formats, namesStores), [t, formats, namesStores]);
  const actionsOf = useOrderActions();
  const opened = view.list.rows.find((row) => row.id === view.openId);
  useGuidelineStep('NAVIGATE_TO_ORDER_CENTER', true);
  useGuidelineStep(
    'FIND_READY_ORDER',
    view.state.filters.placement?.includes('ready') === true || opened?.placement_status === 'ready',
  );
  return (
    <ListPage
      view={view}
      title={t('title')}
      actions={<SectionActions active="placement" />}
      searchLabel={t('search')}
      savedViews="orders"
      tools={
        <>
          <PeriodPicker value={period} onChange={setPeriod} />
          <ExportButton query={matches} />
        </>
      }
      tabs={TABS.map((key) => ({
        key,
        label: t(`tab.${key}`),
        count: counts?.[key],
        capped: counts?.most != null && counts[key] >= counts.most,
      }))}
      columns={columns}
      card={(row) => <OrderCard order={row} namesStores={namesStores} />}
      bulk={(selection, count, done) => (
        <Suspense>
          <BulkActions
            onDone={done}
            orders={selection.all ? undefined : view.list.rows.filter((row) => selection.ids.includes(row.id))}
            count={count}
            query={matches}
          />
        </Suspense>
      )}
      canChooseAll
      matching={tabCount}
      rowActions={(row) => {
        const actions = actionsOf(row);
        const usual = actions[0]?.key === 'place' || actions[0]?.key === 'pay' ? 1 : 0;
        return actions.length > 0 ? <StateActions actions={actions} shown={usual} size="xs" /> : null;
      }}
      detail={(id, nav) => <OrderPanel orderId={id} onClose={nav.close} onPrevious={nav.previous} onNext={nav.next} />}
      empty={
        <Suspense>
          <OrdersEmpty
            tab={view.state.tab}
            isPeriod={period.period !== 'all'}
            onAllTime={() => setPeriod({ period: 'all', from: '', to: '' })}
          />
        </Suspense>
      }
    />
  );
}

/** `?order=<id>` from mails and other screens opens the panel, which the list keeps under `open`. */
function useOldAddress(): void {
  const [{ order }, change] = useAddressSearch();
  useEffect(() => {
    if (typeof order === 'string') change((before) => ({ ...before, order: undefined, open: order }));
  }, [order, change]);
}
