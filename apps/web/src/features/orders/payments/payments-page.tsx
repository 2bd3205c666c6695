import type { SupplierOrderView } from '@quayside/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../kit/card-list.tsx';
import { ListPage } from '../../../kit/list-page.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SkeletonBox, SkeletonLine } from '../../../kit/skeletons.tsx';
import { StateActions } from '../../../kit/state-actions.tsx';
import { EmptyState } from '../../../kit/states.tsx';
import { useListView } from '../../../kit/use-list-view.ts';
import { api } from '../../../lib/api.ts';
import { connectorName } from '../../../lib/connectors.ts';
import { helpAddress } from '../../../lib/outside/help-links.ts';
import { toast } from '../../../lib/toasts.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { syncOrder } from '../change/lazy-sync.ts';
import { sumMoney } from '../labels.ts';
import { OrderPanel, usePanelAhead } from '../panel/lazy-order-panel.tsx';
import { SectionActions, SectionRow, usePaymentCounts } from '../sections.tsx';
import { TaskHost } from '../tasks.tsx';
import { cancelPayments } from '../use-order-actions.ts';
import { Cost, PaymentBadge, paymentColumns } from './columns.tsx';
import { PayDialog } from './pay-dialog.tsx';
import classes from './payments.module.css';

const GROUPS = ['waiting_payment', 'failed', 'order_placed', 'refund_pending'] as const;
type Group = (typeof GROUPS)[number];

/** Supplier orders by how their payment stands: pay what waits, one or all; take back, try again. */
export default function PaymentsPage() {
  usePanelAhead();
  return (
    <TaskHost>
      <SectionRow active="payments" />
      <PaymentList />
    </TaskHost>
  );
}

function PaymentList() {
  const { t } = useTranslation('orders');
  const formats = useFormats();
  const client = useQueryClient();
  const counts = usePaymentCounts();
  const { shownStore: { id: shownStore } = {} } = useAccount();
  const [paying, setPaying] = useState<{ orders: readonly SupplierOrderView[]; all?: boolean; open: boolean }>();
  const view = useListView<SupplierOrderView>({
    name: 'payments',
    topic: 'orders',
    tabs: GROUPS,
    extra: { shownStore },
    id: (row) => row.id,
    read: (state, cursor, signal) =>
      api('GET /orders/v5/supplier-orders', {
        query: { group: [state.tab as Group], store_id: shownStore, page: state.page, cursor },
        signal,
      }),
  });
  const { account } = useAccount();
  const columns = useMemo(() => paymentColumns(t, formats), [t, formats]);
  const { rows } = view.list;
  const fresh = () => client.invalidateQueries({ queryKey: ['orders'] });
  const pay = (orders: readonly SupplierOrderView[], all?: boolean) => setPaying({ orders, all, open: true });

  async function retryAll(): Promise<void> {
    const answer = await api('GET /orders/v6/payments/retry-all', { query: { store_id: shownStore } });
    toast('info', t('pay.retried', { count: answer.requested }));
    await fresh();
  }

  const actionsOf = (row: SupplierOrderView) => [
    ...(row.actions.includes('pay') ? [{ key: 'pay', label: t('action.pay'), run: () => pay([row]) }] : []),
    ...(row.actions.includes('retry') && !row.actions.includes('pay')
      ? [{ key: 'retry', label: t('action.retry'), run: () => pay([row]) }]
      : []),
    ...(row.actions.includes('cancel_payment')
      ? [
          {
            key: 'cancel',
            label: t('action.cancelPayment'),
            run: async () => {
              await cancelPayments([row.id], t('pay.cancelled'));
              await fresh();
            },
          },
        ]
      : []),
    ...(row.actions.includes('sync')
      ? [
          {
            key: 'sync',
            label: t('action.sync'),
            run: () => syncOrder({ id: row.order_id, name: row.order_name }),
          },
        ]
      : []),
  ];

  const group = view.state.tab as Group;
  return (
    <>
      <ListPage
        view={view}
        title={t('paymentsTitle')}
        actions={<SectionActions active="payments" />}
        tabs={GROUPS.map((key) => ({
          key,
          label: t(`group.${key}`),
          count: counts?.[key],
          capped: counts !== undefined && counts[key] >= counts.most,
          alert: key === 'failed',
        }))}
        banner={
          group === 'waiting_payment' && counts && counts.unpaid_count > 0 ? (
            <div className={classes.banner}>
              <span className={classes.words}>
                {t('pay.waiting', { count: counts.unpaid_count, sum: formats.money(counts.unpaid_total) })}
              </span>
              <MayButton needs="orders.pay" size="sm" onClick={() => pay(rows, true)}>
                {t('pay.verb', { count: counts.unpaid_count, sum: formats.money(counts.unpaid_total) })}
              </MayButton>
            </div>
          ) : group === 'waiting_payment' && !counts ? (
            <div className={classes.banner} aria-hidden="true">
              <SkeletonLine width={240} />
              <SkeletonBox width={140} height={34} />
            </div>
          ) : group === 'failed' && counts && counts.failed > 0 ? (
            <div className={classes.banner}>
              <span className={classes.words}>
                {t('pay.failedText')}{' '}
                <a href={helpAddress(account?.links.help, 'payment-failed')} target="_blank" rel="noreferrer">
                  {t('pay.why')}
                </a>
              </span>
              <MayButton needs="orders.pay" size="sm" variant="default" onClick={() => void retryAll()}>
                {t('pay.retryAll', { count: counts.failed })}
              </MayButton>
            </div>
          ) : group === 'refund_pending' && counts && counts.refund_pending > 0 ? (
            <div className={classes.banner}>
              <span className={classes.words}>
                {t('refund.waiting', {
                  count: counts.refund_pending,
                  sum: formats.list(
                    counts.refunds_totals.map((sum) => formats.money(sum)),
                    'conjunction',
                  ),
                })}
              </span>
            </div>
          ) : null
        }
        columns={columns}
        card={(row) => (
          <Card
            picture={<ProductPicture src={row.line_items[0]?.image} alt="" size={48} />}
            title={row.order_name}
            aside={<Cost row={row} />}
            facts={
              <>
                <PaymentBadge row={row} t={t} />
                <span>{connectorName(row.source)}</span>
              </>
            }
          />
        )}
        bulk={(selection) => {
          const chosen = selection.all ? rows : rows.filter((row) => selection.ids.includes(row.id));
          const payable = chosen.filter((row) => row.actions.includes('pay') || row.actions.includes('retry'));
          const sum = sumMoney(payable.map((row) => row.total_cost ?? row.quoted_total));
          const cancellable = chosen.filter((row) => row.actions.includes('cancel_payment')).map((row) => row.id);
          return (
            <>
              {payable.length > 0 ? (
                <MayButton needs="orders.pay" size="xs" onClick={() => pay(payable)}>
                  {sum
                    ? t('pay.verb', { count: payable.length, sum: formats.money(sum) })
                    : t('bulk.pay', { count: payable.length })}
                </MayButton>
              ) : null}
              {cancellable.length > 0 ? (
                <MayButton
                  needs="orders.pay"
                  size="xs"
                  variant="default"
                  onClick={() => void cancelPayments(cancellable, t('pay.cancelled')).then(fresh)}
                >
                  {t('action.cancelPayment')}
                </MayButton>
              ) : null}
              {payable.length + cancellable.length === 0 ? <span>{t('bulk.nothing')}</span> : null}
            </>
          );
        }}
        rowActions={(row) => {
          const actions = actionsOf(row);
          return actions.length > 0 ? <StateActions actions={actions} size="xs" /> : null;
        }}
        detail={(id, nav) => {
          const orderId = rows.find((row) => row.id === id)?.order_id;
          return orderId ? (
            <OrderPanel orderId={orderId} onClose={nav.close} onPrevious={nav.previous} onNext={nav.next} />
          ) : null;
        }}
        empty={
          <EmptyState
            picture={<ReceiptText size={28} strokeWidth={1.5} aria-hidden />}
            title={t(`emptyGroup.${group}`)}
            text={t('emptyGroup.text')}
          />
        }
      />
      <PayDialog
        open={paying?.open ?? false}
        orders={paying?.orders ?? []}
        all={
          paying?.all && counts
            ? { count: counts.unpaid_count, total: counts.unpaid_total, storeId: shownStore }
            : undefined
        }
        onClose={() => {
          setPaying((now) => (now ? { ...now, open: false } : now));
          view.setSelection({ all: false, ids: [] });
        }}
      />
    </>
  );
}
