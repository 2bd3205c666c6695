import type { OrderSummary } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { paymentLabel, paymentTone } from '../labels.ts';

/** The payment of an order, or the refund of one whose supplier orders were cancelled. i18n-keys: orders:payment.* */
export function PaymentBadge({ order }: { order: OrderSummary }) {
  const { t } = useTranslation('orders');
  return <StatusBadge tone={paymentTone(order)} label={t(paymentLabel(order))} />;
}
