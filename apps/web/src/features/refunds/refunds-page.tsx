import { Button } from '@mantine/core';
import type { PendingRefund } from '@quayside/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../kit/card-list.tsx';
import type { Column } from '../../kit/columns.ts';
import { DetailPanel, Facts, PanelSection } from '../../kit/detail-panel.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { Money } from '../../kit/money.tsx';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { EmptyState } from '../../kit/states.tsx';
import { useListView } from '../../kit/use-list-view.ts';
import { api } from '../../lib/api.ts';
import { connectorName } from '../../lib/connectors.ts';
import { shortTime } from '../../lib/short-time.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { RefundDialog } from '../orders/index.ts';
import classes from './refunds.module.css';

/** The operators' page of refunds that suppliers owe for orders that wallets paid: each is confirmed once the money came. */
export default function RefundsPage() {
  const { t } = useTranslation(['refunds', 'orders']);
  const formats = useFormats();
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ row: PendingRefund; time: number }>();
  const [open, setOpen] = useState(false);
  const view = useListView<PendingRefund>({
    name: 'refunds',
    topic: 'refunds',
    id: (row) => row.id,
    read: (_state, cursor, signal) => api('GET /operator/pending-refunds', { query: { cursor }, signal }),
  });
  const columns = useMemo<Column<PendingRefund>[]>(
    () => [
      {
        key: 'order',
        header: t('column.order'),
        width: 200,
        priority: 1,
        cell: (row) => (
          <span className={classes.stack}>
            <span className="mono">{row.order_no}</span>
            <span className={classes.line}>
              <span className={classes.quiet}>{connectorName(row.source)}</span>
              {row.is_sandbox ? <SandboxTag /> : null}
            </span>
          </span>
        ),
      },
      {
        key: 'workspace',
        header: t('column.workspace'),
        width: 180,
        grow: true,
        priority: 2,
        cell: (row) => <bdi>{row.workspace}</bdi>,
      },
      {
        key: 'storeOrder',
        header: t('column.storeOrder'),
        width: 120,
        priority: 3,
        cell: (row) => <bdi>{row.order_name}</bdi>,
      },
      {
        key: 'reason',
        header: t('column.reason'),
        width: 160,
        priority: 3,
        cell: (row) => t(`reason.${row.reason}`),
      },
      {
        key: 'since',
        header: t('column.since'),
        width: 110,
        priority: 4,
        skeleton: 'short',
        cell: (row) => (
          <span className={classes.quiet} title={formats.dateTime(row.expected_at)}>
            {shortTime(row.expected_at, formats)}
          </span>
        ),
      },
      {
        key: 'pending',
        header: t('column.pending'),
        width: 124,
        align: 'end',
        priority: 1,
        skeleton: 'money',
        cell: (row) => <Money value={row.pending} strong />,
      },
    ],
    [t, formats],
  );
  const { rows } = view.list;
  return (
    <>
      <ListPage
        view={view}
        title={t('title')}
        banner={rows.length > 0 ? <p className={classes.banner}>{t('note')}</p> : null}
        columns={columns}
        card={(row) => (
          <Card
            title={<span className="mono">{row.order_no}</span>}
            aside={<Money value={row.pending} strong />}
            facts={
              <>
                <span>
                  {connectorName(row.source)} · <bdi>{row.workspace}</bdi>
                </span>
                <span>{t(`reason.${row.reason}`)}</span>
              </>
            }
          />
        )}
        detail={(id, nav) => {
          const row = rows.find((one) => one.id === id);
          return row ? (
            <DetailPanel
              title={row.order_no}
              subtitle={
                <span className={classes.line}>
                  {connectorName(row.source)}
                  {row.is_sandbox ? <SandboxTag /> : null}
                </span>
              }
              footer={
                <Button
                  onClick={() => {
                    setAsked((before) => ({ row, time: (before?.time ?? 0) + 1 }));
                    setOpen(true);
                  }}
                >
                  {t('orders:refund.verb')}
                </Button>
              }
              onClose={nav.close}
              onPrevious={nav.previous}
              onNext={nav.next}
            >
              <PanelSection title={t('facts')}>
                <Facts
                  items={[
                    { label: t('column.pending'), value: <Money value={row.pending} strong /> },
                    { label: t('paid'), value: <Money value={row.paid} /> },
                    { label: t('refunded'), value: <Money value={row.refunded} /> },
                    { label: t('column.reason'), value: t(`reason.${row.reason}`) },
                    { label: t('column.workspace'), value: <bdi>{row.workspace}</bdi> },
                    { label: t('column.storeOrder'), value: <bdi>{row.order_name}</bdi> },
                    { label: t('column.since'), value: formats.dateTime(row.expected_at) },
                  ]}
                />
              </PanelSection>
            </DetailPanel>
          ) : null;
        }}
        empty={
          <EmptyState
            picture={<CircleCheck size={28} strokeWidth={1.5} aria-hidden />}
            title={t('empty.title')}
            text={t('empty.text')}
          />
        }
      />
      {asked ? (
        <RefundDialog
          key={asked.time}
          open={open}
          onClose={() => setOpen(false)}
          refund={{ number: asked.row.order_no, pending: asked.row.pending, payer: 'wallet' }}
          send={async (body) => {
            const params = { supplier_order_id: asked.row.id };
            await api('POST /operator/pending-refunds/{supplier_order_id}/confirm', { params, body });
            view.open(undefined);
            await client.invalidateQueries();
          }}
        />
      ) : null}
    </>
  );
}
