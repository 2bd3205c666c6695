import type { Return } from '@quayside/contracts';
import { RETURN_STATES } from '@quayside/contracts/return-choices.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../kit/card-list.tsx';
import type { Column } from '../../../kit/columns.ts';
import type { FilterDef } from '../../../kit/filters.ts';
import { LinkButton } from '../../../kit/link-button.tsx';
import { ListPage } from '../../../kit/list-page.tsx';
import { Money } from '../../../kit/money.tsx';
import { SandboxTag } from '../../../kit/sandbox-tag.tsx';
import { StateActions } from '../../../kit/state-actions.tsx';
import { EmptyState } from '../../../kit/states.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { useListView } from '../../../kit/use-list-view.ts';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { shortTime } from '../../../lib/short-time.ts';
import { storeFilter } from '../../../lib/store-filter.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { PictureStack } from '../list/picture-stack.tsx';
import { SectionActions, SectionRow } from '../sections.tsx';
import { countTab, filterOf, RETURN_TABS, type ReturnTab, toneOf } from './labels.ts';
import { ReturnPanel } from './return-panel.tsx';
import { useReturnTasks } from './return-tasks.tsx';
import classes from './returns.module.css';
import { useReturnActions } from './use-return-actions.ts';

const picturesOf = (row: Return) => row.lines.map((line) => ({ ...line, id: line.line_item_id }));

/** Returns and exchanges of customers, from the request to the refund or the replacement. */
export default function ReturnsPage() {
  const { t } = useTranslation('returns');
  const formats = useFormats();
  const { account, workplaceId, shownStore: { id: storeId } = {} } = useAccount();
  const { begin, tasks } = useReturnTasks();
  const actionsOf = useReturnActions(begin);
  const stores = account?.linked_stores;
  const counts = useQuery({
    queryKey: queryKeys.part('orders', 'return-counts', { storeId }),
    queryFn: ({ signal }) => api('GET /orders/returns/v1/count', { query: { store_id: storeId }, signal }),
    placeholderData: keepPreviousData,
  }).data;
  const filters = useMemo<FilterDef[]>(
    () => [
      {
        kind: 'choice',
        key: 'state',
        label: t('column.state'),
        many: true,
        choices: RETURN_STATES.map((value) => ({
          value,
          label: t(`state.${value}`),
          ...(counts ? { note: formats.count(counts.states[value]) } : {}),
        })),
      },
      ...(storeId ? [] : [storeFilter(t('column.store'), stores, workplaceId)]),
    ],
    [t, counts, formats, storeId, stores, workplaceId],
  );
  const view = useListView<Return>({
    name: 'returns',
    topic: 'orders',
    tabs: RETURN_TABS,
    filters,
    extra: { storeId },
    id: (row) => row.return_id,
    read: (state, cursor, signal) => {
      const filter = filterOf(state.tab as ReturnTab, state.filters.state ?? []);
      if (!filter) return Promise.resolve({ items: [] });
      return api('GET /orders/returns/v1/list', {
        query: {
          ...filter,
          store_id: storeId ?? state.filters.store?.[0],
          keyword: state.q || undefined,
          cursor,
        },
        signal,
      });
    },
  });
  const columns = useMemo<Column<Return>[]>(
    () => [
      {
        key: 'order',
        header: t('column.return'),
        width: 150,
        priority: 1,
        cell: (row) => (
          <span className={classes.stack}>
            <bdi>{row.name}</bdi>
            {row.is_sandbox ? <SandboxTag /> : null}
          </span>
        ),
      },
      {
        key: 'state',
        header: t('column.state'),
        width: 150,
        priority: 1,
        cell: (row) => <StatusBadge tone={toneOf(row)} label={t(`state.${row.state}`)} />,
      },
      {
        key: 'items',
        header: t('column.items'),
        width: 130,
        priority: 3,
        cell: (row) => <PictureStack lines={picturesOf(row)} most={4} size={32} />,
      },
      {
        key: 'reason',
        header: t('column.reason'),
        width: 190,
        grow: true,
        priority: 2,
        cell: (row) => (
          <span className={classes.stack}>
            <span>{t(`reason.${row.reason}`)}</span>
            <span className={classes.quiet}>{t(`kind.${row.kind}`)}</span>
          </span>
        ),
      },
      {
        key: 'store',
        header: t('column.store'),
        width: 140,
        priority: 4,
        cell: (row) => <span className={classes.quiet}>{row.store_name ?? '--'}</span>,
      },
      {
        key: 'deadline',
        header: t('column.deadline'),
        width: 120,
        priority: 4,
        skeleton: 'short',
        cell: (row) => <Deadline row={row} />,
      },
      {
        key: 'created',
        header: t('column.created'),
        width: 110,
        priority: 4,
        skeleton: 'short',
        cell: (row) => (
          <time className={classes.quiet} dateTime={row.created_at} title={formats.dateTime(row.created_at)}>
            {shortTime(row.created_at, formats)}
          </time>
        ),
      },
      {
        key: 'value',
        header: t('column.value'),
        width: 116,
        align: 'end',
        priority: 2,
        skeleton: 'money',
        cell: (row) => <Money value={row.refund?.state === 'done' ? row.refund.amount : row.value} strong />,
      },
    ],
    [t, formats],
  );
  const { rows } = view.list;
  return (
    <>
      <SectionRow active="returns" />
      <ListPage
        view={view}
        title={t('title')}
        actions={<SectionActions active="returns" />}
        searchLabel={t('search')}
        tools={
          <LinkButton
            to="/app/help/$article"
            params={{ article: 'returns-and-exchanges' }}
            size="compact-sm"
            variant="subtle"
          >
            {t('help')}
          </LinkButton>
        }
        tabs={RETURN_TABS.map((key) => ({
          key,
          label: t(`tab.${key}`),
          ...(counts ? { count: countTab(counts, key) } : {}),
        }))}
        columns={columns}
        card={(row) => (
          <Card
            picture={<PictureStack lines={picturesOf(row)} most={2} size={40} />}
            title={<bdi>{row.name}</bdi>}
            aside={<Money value={row.refund?.state === 'done' ? row.refund.amount : row.value} strong />}
            facts={
              <>
                <StatusBadge tone={toneOf(row)} label={t(`state.${row.state}`)} />
                <span>{t(`reason.${row.reason}`)}</span>
                <span>{shortTime(row.created_at, formats)}</span>
              </>
            }
          />
        )}
        rowActions={(row) => {
          const actions = actionsOf(row);
          return actions.length > 0 ? <StateActions actions={actions} size="xs" /> : null;
        }}
        detail={(id, nav) => (
          <ReturnPanel
            key={id}
            id={id}
            row={rows.find((one) => one.return_id === id)}
            nav={nav}
            actionsOf={actionsOf}
          />
        )}
        empty={<NoReturns tab={view.state.tab as ReturnTab} hasAny={counts ? countTab(counts, 'all') > 0 : false} />}
      />
      {tasks}
    </>
  );
}

/** Until when the customer should send the items back, while that is what is waited for. */
function Deadline({ row }: { row: Return }) {
  const { t } = useTranslation('returns');
  const { day } = useFormats();
  if (row.state !== 'approved' || !row.send_back_by) return <span className={classes.quiet}>--</span>;
  const isLate = Date.parse(row.send_back_by) < Date.now();
  return (
    <span className={isLate ? classes.late : undefined} title={isLate ? t('overdue') : undefined}>
      {day(row.send_back_by)}
    </span>
  );
}

/** Explains returns where there are none at all, and else what the tab is for. */
function NoReturns({ tab, hasAny }: { tab: ReturnTab; hasAny: boolean }) {
  const { t } = useTranslation('returns');
  const picture = <PackageOpen size={28} strokeWidth={1.5} aria-hidden />;
  if (hasAny) return <EmptyState picture={picture} title={t(`empty.${tab}`)} text={t('empty.how')} />;
  return (
    <EmptyState
      picture={picture}
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <span className={classes.buttons}>
          <LinkButton to="/app/orders" search={{ period: 'all', tab: 'fulfilled' }}>
            {t('empty.verb')}
          </LinkButton>
          <LinkButton to="/app/help/$article" params={{ article: 'returns-and-exchanges' }} variant="default">
            {t('help')}
          </LinkButton>
        </span>
      }
    />
  );
}
