import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import type { TaskProps } from '../use-task.ts';
import { PayDialog } from './pay-dialog.tsx';

/** So many orders are named in one question for their supplier orders; an address has an end. */
const MOST_ASKED = 100;

/** Pays the supplier orders of orders that wait for it. */
export default function PayOrders({ task, open, onClose }: TaskProps<'pay'>) {
  const ids = task.orderIds.slice(0, MOST_ASKED);
  const { data } = useQuery({
    queryKey: queryKeys.part('orders', 'to-pay', { ids }),
    queryFn: ({ signal }) =>
      api('GET /orders/v5/supplier-orders', { query: { order_ids: [...ids], page_size: 100 }, signal }),
    enabled: open,
  });
  return (
    <PayDialog
      open={open && data !== undefined}
      onClose={onClose}
      onDone={task.onDone}
      orders={(data?.items ?? []).filter((one) => one.actions.includes('pay'))}
    />
  );
}
