import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import type { TaskProps } from '../use-task.ts';
import { PayDialog } from './pay-dialog.tsx';

/** Pays the supplier orders of any number of orders that wait for it. */
export default function PayOrders({ task, open, onClose }: TaskProps<'pay'>) {
  const orderIds = [...task.orderIds];
  const { data } = useQuery({
    queryKey: queryKeys.part('orders', 'to-pay', { orderIds }),
    queryFn: ({ signal }) =>
      api('POST /orders/v6/payments/info', { body: { order_ids: orderIds }, signal, quiet: true }),
    enabled: open,
  });
  return (
    <PayDialog
      open={open && data !== undefined}
      onClose={onClose}
      onDone={task.onDone}
      orders={[]}
      named={
        data && {
          orderIds,
          count: data.supplier_orders,
          wallet: data.wallet_total,
          own: data.own_totals,
        }
      }
    />
  );
}
