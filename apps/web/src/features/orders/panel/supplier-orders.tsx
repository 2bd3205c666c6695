import type { SupplierOrderView } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { PanelSection } from '../../../kit/detail-panel.tsx';
import { Money } from '../../../kit/money.tsx';
import { SandboxTag } from '../../../kit/sandbox-tag.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { connectorName } from '../../../lib/connectors.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { PAY_TONES, SUPPLIER_ORDER_TONES, shippingWords } from '../labels.ts';
import { PictureStack } from '../list/picture-stack.tsx';
import { ManualActions } from '../manual/manual-actions.tsx';
import { ApproveOrder, isGuarded, PlaceNow } from './approve-order.tsx';
import { BuyAnyway } from './buy-anyway.tsx';
import { Multiple } from './multiple.tsx';
import classes from './panel.module.css';
import { PendingRefund } from './pending-refund.tsx';
import { Problem } from './problem.tsx';
import { RefundButton } from './refund-button.tsx';

const wholeCost = (one: SupplierOrderView) => one.total_cost ?? one.quoted_total;

/** Names the other orders that share a supplier order, and what it costs as a whole. */
function CombinedWith({ orderId, shared }: { orderId: string; shared: SupplierOrderView }) {
  const { t } = useTranslation('orderDecisions');
  const { money } = useFormats();
  const others = shared.combined_orders.filter((one) => one.order_id !== orderId).map((one) => one.name);
  if (others.length === 0) return null;
  return (
    <span className={classes.quiet}>
      {t('combinedWith', { orders: others.join(', '), sum: money(wholeCost(shared)) })}
    </span>
  );
}

/** What the supplier paid back for this order. */
function Refunded({ one }: { one: SupplierOrderView }) {
  const { t } = useTranslation('orderDecisions');
  const { money } = useFormats();
  const refunded = one.order_part ? one.order_part.refunded : one.refunded;
  return refunded ? <span className={classes.quiet}>{t('refundedSum', { sum: money(refunded) })}</span> : null;
}

/** What was ordered from the suppliers for an order: number, state, payment and cost of each. */
export function SupplierOrders({
  order,
  orders,
}: {
  order: { id: string; name: string };
  orders: readonly SupplierOrderView[];
}) {
  const { t } = useTranslation(['orders', 'orderDecisions']);
  const { dateTime, days } = useFormats();
  return (
    <PanelSection title={t('panel.supplierOrders')}>
      <ul className={classes.boxes}>
        {orders.map((one) => (
          <li key={one.id} className={classes.box}>
            <div className={classes.boxHead}>
              <span className={classes.boxTitle}>
                {connectorName(one.source)}
                <span className="mono">{one.order_no ?? one.reference}</span>
                {one.is_manual ? <StatusBadge tone="closed" label={t('manual.tag')} /> : null}
                {one.is_sandbox ? <SandboxTag /> : null}
              </span>
              <Money value={one.order_part ? one.order_part.cost : wholeCost(one)} strong />
            </div>
            <div className={classes.boxFacts}>
              <StatusBadge tone={SUPPLIER_ORDER_TONES[one.state]} label={t(`supplierOrder.${one.state}`)} />
              {one.state === 'placed' ? (
                <StatusBadge tone={PAY_TONES[one.pay_state]} label={t(`payState.${one.pay_state}`)} />
              ) : null}
              {one.refund_pending ? (
                <StatusBadge tone="waiting" label={t('refund.pending')} />
              ) : one.pay_state === 'refunded' && one.state !== 'placed' ? (
                <StatusBadge tone={PAY_TONES.refunded} label={t('payState.refunded')} />
              ) : null}
            </div>
            <CombinedWith orderId={order.id} shared={one} />
            <Refunded one={one} />
            <PendingRefund order={one} />
            <RefundButton orderId={order.id} order={one} />
            <div className={classes.boxRow}>
              <PictureStack lines={one.line_items} most={5} size={32} />
              <span className={classes.quiet}>
                {one.shipping_info ? shippingWords(one.shipping_info, days) : null}
                {one.placed_at ? <span className={classes.when}>{dateTime(one.placed_at)}</span> : null}
              </span>
            </div>
            {one.line_items
              .filter((line) => line.pieces_per_unit > 1 && line.quantity % line.pieces_per_unit === 0)
              .map((line) => (
                <span key={line.id} className={classes.quiet}>
                  <bdi>{line.title}</bdi>: <Multiple units={line.quantity / line.pieces_per_unit} of={line} />
                </span>
              ))}
            {one.is_manual ? <ManualActions purchase={one} /> : null}
            {one.problem ? (
              <Problem problem={one.problem}>
                {one.actions.includes('buy_anyway') && !one.waiting ? <BuyAnyway order={order} /> : null}
                {isGuarded(one.problem) && one.state === 'placed' ? <ApproveOrder order={order} /> : null}
              </Problem>
            ) : null}
            {one.not_before ? (
              <Problem problem={{ text: t('orderDecisions:guard.waits', { time: dateTime(one.not_before) }) }} warning>
                <PlaceNow orderId={order.id} />
              </Problem>
            ) : null}
            {one.waiting ? (
              <Problem problem={one.waiting} warning>
                {one.actions.includes('buy_anyway') ? <BuyAnyway order={order} /> : null}
              </Problem>
            ) : null}
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}
