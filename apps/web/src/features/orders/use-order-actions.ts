import type { OrderSummary } from '@quayside/contracts';
import { useQueryClient } from '@tanstack/react-query';
import {
  Archive,
  ArchiveRestore,
  BadgeCheck,
  Ban,
  Bookmark,
  BookmarkX,
  CreditCard,
  FileText,
  MapPin,
  PackageCheck,
  RefreshCw,
  Send,
  ShoppingBag,
  Truck,
  Undo2,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { StateAction } from '../../kit/state-actions.tsx';
import { api } from '../../lib/api.ts';
import { toast } from '../../lib/toasts.ts';
import { useMay } from '../../lib/use-may.ts';
import { syncOrder } from './change/lazy-sync.ts';
import { useChangeOrders } from './list/change-orders.ts';
import { MARKS } from './list/order-change.ts';
import { useTask } from './use-task.ts';

/** What spends money, or gives it back. */
const PAYS = new Set<string>(['pay', 'cancel_payment']);

type Order = Pick<OrderSummary, 'id' | 'actions' | 'name' | 'mark_order'>;

/** What the server allows to be done with an order now, as buttons, the usual one first. */
export function useOrderActions(): (order: Order) => StateAction[] {
  const { t } = useTranslation('orders');
  const begin = useTask();
  const client = useQueryClient();
  const { may } = useMay();
  const change = useChangeOrders();
  return (order) => {
    const make: Partial<Record<OrderSummary['actions'][number], StateAction>> = {
      place: {
        key: 'place',
        label: t('action.place'),
        icon: ShoppingBag,
        run: () => begin({ kind: 'place', orderIds: [order.id] }),
      },
      pay: {
        key: 'pay',
        label: t('action.pay'),
        icon: CreditCard,
        run: () => begin({ kind: 'pay', orderIds: [order.id] }),
      },
      update_shipping: {
        key: 'shipping',
        label: t('action.shipping'),
        icon: Truck,
        run: () => begin({ kind: 'shipping', orderIds: [order.id] }),
      },
      update_customer: {
        key: 'address',
        label: t('action.address'),
        icon: MapPin,
        run: () => begin({ kind: 'address', orderId: order.id }),
      },
      manual_fulfil: {
        key: 'manual',
        label: t('action.manual'),
        icon: PackageCheck,
        run: () => begin({ kind: 'manual', orderId: order.id }),
      },
      sync: {
        key: 'sync',
        label: t('action.sync'),
        icon: RefreshCw,
        run: () => syncOrder(order),
      },
      cancel_payment: {
        key: 'cancel_payment',
        label: t('action.cancelPayment'),
        icon: Undo2,
        run: async () => {
          const { items } = await api('GET /orders/v5/supplier-orders', { query: { order_ids: [order.id] } });
          const ids = items.filter((one) => one.actions.includes('cancel_payment')).map((one) => one.id);
          if (ids.length === 0) return;
          await cancelPayments(ids, t('pay.cancelled'));
          await client.invalidateQueries({ queryKey: ['orders'] });
        },
      },
      archive: {
        key: 'archive',
        label: t('action.archive'),
        icon: Archive,
        section: '',
        run: () => change({ kind: 'archive' }, [order.id]),
      },
      revert: {
        key: 'revert',
        label: t('action.revert'),
        icon: ArchiveRestore,
        section: '',
        run: () => change({ kind: 'revert' }, [order.id]),
      },
      mark_paid: {
        key: 'mark_paid',
        label: t('action.markPaid'),
        icon: BadgeCheck,
        run: async () => {
          await api('POST /orders/manual/{order_id}/paid', { params: { order_id: order.id }, body: {} });
          await client.invalidateQueries({ queryKey: ['orders'] });
        },
      },
      cancel_order: {
        key: 'cancel_order',
        label: t('action.cancelOrder'),
        icon: Ban,
        run: () => begin({ kind: 'cancel', orderId: order.id, name: order.name }),
      },
    };
    const marks = MARKS.filter((mark) => mark !== order.mark_order).map(
      (mark, at): StateAction => ({
        key: `mark-${mark}`,
        label: mark === 'none' ? t('mark.remove') : t(`mark.${mark}`),
        icon: mark === 'none' ? BookmarkX : Bookmark,
        ...(at === 0 ? { section: t('filter.mark') } : {}),
        run: () => change({ kind: 'mark', mark }, [order.id]),
      }),
    );
    const usual = [
      'place',
      'pay',
      'cancel_payment',
      'update_shipping',
      'update_customer',
      'manual_fulfil',
      'sync',
      'mark_paid',
      'cancel_order',
      'archive',
      'revert',
    ] as const;
    const allowed = usual.flatMap((key) =>
      order.actions.includes(key) && make[key] && may(PAYS.has(key) ? 'orders.pay' : 'orders.change')
        ? [make[key]]
        : [],
    );
    const ask: StateAction[] = order.actions.includes('pay')
      ? [
          {
            key: 'ask-payment',
            label: t('askPayment.action'),
            icon: Send,
            run: () => begin({ kind: 'ask-payment', orderIds: [order.id] }),
          },
        ]
      : [];
    const documents: StateAction = {
      key: 'documents',
      label: t('action.documents'),
      icon: FileText,
      run: () => begin({ kind: 'documents', orderIds: [order.id] }),
    };
    return may('orders.change') ? [...allowed, ...ask, documents, ...marks] : [...allowed, documents];
  };
}

/** Takes payments back that were not sent yet, and says which could not be. */
export async function cancelPayments(ids: string[], done: string): Promise<void> {
  const answer = await api('POST /orders/v5/payments/cancel', { body: { supplier_order_ids: ids } });
  const refused = Object.values(answer.failed)[0];
  if (refused) toast('error', refused.text);
  else toast('success', done);
}
