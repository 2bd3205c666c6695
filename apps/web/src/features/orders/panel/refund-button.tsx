import type { SupplierOrderView } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { useTask } from '../use-task.ts';

/** Begins a request to the supplier for a refund or a replacement of an order's items in a paid supplier order. */
export function RefundButton({ orderId, order }: { orderId: string; order: SupplierOrderView }) {
  const { t } = useTranslation('orders');
  const begin = useTask();
  if (order.pay_state !== 'paid') return null;
  return (
    <div>
      <MayButton
        needs="orders.change"
        size="compact-xs"
        variant="default"
        onClick={() => begin({ kind: 'refund', orderId, supplierOrderId: order.id })}
      >
        {t('action.refund')}
      </MayButton>
    </div>
  );
}
