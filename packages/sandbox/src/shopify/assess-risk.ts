import type { Call } from './call.ts';
import { type UserErrorView, userError } from './errors.ts';
import { idOf } from './gid.ts';
import type { OrderDoc } from './model.ts';
import { sendOrderWebhooks } from './order-events.ts';

/** Adds an assessment of fraud to an order, as an app for it does. */
export function assessRisk(
  call: Call,
  input: { orderId: string; riskLevel: string },
): { order: OrderDoc } | { errors: UserErrorView[] } {
  const id = idOf('Order', input.orderId);
  const order = id === undefined ? undefined : call.store.get(call.seed.shop, 'order', id);
  if (!order) return { errors: [userError('Order not found', ['orderRiskAssessmentInput', 'orderId'])] };
  order.risks = [...(order.risks ?? [{ riskLevel: 'LOW' }]), { riskLevel: input.riskLevel }];
  order.updatedAt = call.store.now();
  call.store.save(call.seed.shop, 'order', order);
  sendOrderWebhooks(call, ['ORDERS_UPDATED'], order);
  return { order };
}
