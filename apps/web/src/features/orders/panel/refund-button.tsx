import type { SupplierOrderView } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { useTask } from '../use-task.ts';

/** Begins a request to the supplier for a refund or a replacement; for paid supplier orders of one order. */
export function RefundButton({ order }: { order: SupplierOrderView }) {
  const { t } = useTranslation('orders');
  const begin = useTask();
  if (order.pay_state !== 'paid' || order.combined_orders.length > 0) return null;
  return (
    <div>
      <MayButton
        needs="orders.change"
        size="compact-xs"
        variant="default"
        onClick={() => begin({ kind: 'refund', orderId: order.order_id, supplierOrderId: order.id })}
      >
        {t('action.refund')}
      </MayButton>
    </div>
  );
}
