import type { RefundRequest } from '@quayside/contracts';
import { REFUND_STATES } from '@quayside/contracts/refund-choices.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../kit/card-list.tsx';
import type { Column } from '../../../kit/columns.ts';
import { LinkButton } from '../../../kit/link-button.tsx';
import { ListPage } from '../../../kit/list-page.tsx';
import { Money } from '../../../kit/money.tsx';
import { SandboxTag } from '../../../kit/sandbox-tag.tsx';
import type { StateAction } from '../../../kit/state-actions.tsx';
import { StateActions } from '../../../kit/state-actions.tsx';
import { EmptyState } from '../../../kit/states.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { useListView } from '../../../kit/use-list-view.ts';
import { api } from '../../../lib/api.ts';
import { connectorName } from '../../../lib/connectors.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { shortTime } from '../../../lib/short-time.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useMay } from '../../../lib/use-may.ts';
import { PictureStack } from '../list/picture-stack.tsx';
import { SectionActions, SectionRow } from '../sections.tsx';
import { TaskHost } from '../tasks.tsx';
import { AnswerDialog, type AnswerKind } from './answer-dialog.tsx';
import classes from './claims.module.css';
import { REQUEST_TONES } from './labels.ts';
import { RequestPanel } from './request-panel.tsx';

type State = (typeof REFUND_STATES)[number];

/** Refund requests by state: what suppliers were asked for, and what came of it. */
export default function RequestsPage() {
  return (
    <TaskHost>
      <SectionRow active="refunds" />
      <RequestList />
    </TaskHost>
  );
}

function RequestList() {
  const { t } = useTranslation('claims');
  const formats = useFormats();
  const client = useQueryClient();
  const { may } = useMay();
  const { shownStore: { id: storeId } = {} } = useAccount();
  const [answering, setAnswering] = useState<{ request: RefundRequest; answer: AnswerKind; time: number }>();
  const [open, setOpen] = useState(false);
  const view = useListView<RefundRequest>({
    name: 'refund-requests',
    topic: 'orders',
    tabs: REFUND_STATES,
    extra: { storeId },
    id: (row) => row.id,
    read: (state, cursor, signal) =>
      api('GET /orders/v4/refund/list', {
        query: { state: [state.tab as State], store_id: storeId, page: state.page, cursor },
        signal,
      }),
  });
  const counts = useQuery({
    queryKey: queryKeys.part('orders', 'refund-counts', { storeId }),
    queryFn: ({ signal }) => api('GET /orders/v4/refund/count', { query: { store_id: storeId }, signal }),
    placeholderData: keepPreviousData,
  }).data;
  const columns = useMemo<Column<RefundRequest>[]>(
    () => [
      {
        key: 'order',
        header: t('column.order'),
        width: 130,
        priority: 1,
        cell: (row) => (
          <span className={classes.stack}>
            <bdi>{row.order_name}</bdi>
            {row.is_sandbox ? <SandboxTag /> : null}
          </span>
        ),
      },
      {
        key: 'supplier',
        header: t('column.supplier'),
        width: 190,
        priority: 2,
        cell: (row) => (
          <span className={classes.stack}>
            <span>{connectorName(row.source)}</span>
            <span className={`mono ${classes.quiet}`}>{row.order_no}</span>
          </span>
        ),
      },
      {
        key: 'items',
        header: t('column.items'),
        width: 150,
        priority: 4,
        cell: (row) => <PictureStack lines={row.line_items} most={4} size={32} />,
      },
      {
        key: 'reason',
        header: t('column.reason'),
        width: 210,
        grow: true,
        priority: 1,
        cell: (row) => (
          <span className={classes.stack}>
            <span>{t(`reason.${row.reason}`)}</span>
            <span className={classes.quiet}>{sendWords(row, t) ?? t(`type.${row.type}`)}</span>
          </span>
        ),
      },
      {
        key: 'created',
        header: t('column.created'),
        width: 110,
        priority: 3,
        skeleton: 'short',
        cell: (row) => (
          <span className={classes.quiet} title={formats.dateTime(row.created_at)}>
            {shortTime(row.created_at, formats)}
          </span>
        ),
      },
      {
        key: 'amount',
        header: t('column.amount'),
        width: 124,
        align: 'end',
        priority: 1,
        skeleton: 'money',
        cell: (row) => <Sum row={row} />,
      },
    ],
    [t, formats],
  );
  const begin = (request: RefundRequest, answer: AnswerKind) => {
    setAnswering((before) => ({ request, answer, time: (before?.time ?? 0) + 1 }));
    setOpen(true);
  };
  const actionsOf = (row: RefundRequest): StateAction[] =>
    row.actions.flatMap((key): StateAction[] => {
      if (key === 'withdraw' || key === 'retry') {
        if (!may('orders.change')) return [];
        const run = async () => {
          await api(`POST /orders/v4/refund/{refund_request_id}/${key}`, { params: { refund_request_id: row.id } });
          await client.invalidateQueries({ queryKey: ['orders'] });
        };
        return [{ key, label: t(`action.${key}`), run }];
      }
      return may('orders.pay') ? [{ key, label: t(`action.${key}`), run: () => begin(row, key) }] : [];
    });
  const { rows } = view.list;
  return (
    <>
      <ListPage
        view={view}
        title={t('title')}
        actions={<SectionActions active="refunds" />}
        tabs={REFUND_STATES.map((key) => ({ key, label: t(`state.${key}`), count: counts?.[key] }))}
        columns={columns}
        card={(row) => (
          <Card
            title={<bdi>{row.order_name}</bdi>}
            aside={<Sum row={row} />}
            facts={
              <>
                <StatusBadge tone={REQUEST_TONES[row.state]} label={t(`state.${row.state}`)} />
                <span>{t(`reason.${row.reason}`)}</span>
                <span>{connectorName(row.source)}</span>
              </>
            }
          />
        )}
        rowActions={(row) => {
          const actions = actionsOf(row);
          return actions.length > 0 ? <StateActions actions={actions} shown={0} size="xs" /> : null;
        }}
        detail={(id, nav) => {
          const row = rows.find((one) => one.id === id);
          return row ? <RequestPanel request={row} nav={nav} actions={actionsOf(row)} /> : null;
        }}
        empty={
          <EmptyState
            picture={<Undo2 size={28} strokeWidth={1.5} aria-hidden />}
            title={t(`empty.${view.state.tab as State}`)}
            text={t('empty.text')}
            action={
              <LinkButton to="/app/orders" variant="default">
                {t('empty.verb')}
              </LinkButton>
            }
          />
        }
      />
      {answering ? (
        <AnswerDialog
          key={answering.time}
          open={open}
          onClose={() => setOpen(false)}
          request={answering.request}
          answer={answering.answer}
        />
      ) : null}
    </>
  );
}

const Sum = ({ row }: { row: RefundRequest }) =>
  row.type === 'refund' ? <Money value={row.received ?? row.agreed ?? row.amount} strong /> : <span>--</span>;

/** How sending goes, where there is something to say. */
function sendWords(row: RefundRequest, t: TFunction<'claims'>): string | undefined {
  if (row.state !== 'pending') return undefined;
  if (row.send_state === 'failed') return t('send.failed');
  return row.via === 'supplier' && row.send_state !== 'sent' ? t('send.going') : undefined;
}
