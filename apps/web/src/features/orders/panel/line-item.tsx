import type { OrderDetail, OrderLine } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../kit/link-button.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { Money } from '../../../kit/money.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { connectorName } from '../../../lib/connectors.ts';
import { isOpenLine, isSentByStore, LINE_TONES } from '../labels.ts';
import { useTask } from '../use-task.ts';
import { ApproveOrder, isGuarded } from './approve-order.tsx';
import { ClaimClock } from './claim-clock.tsx';
import { LineShipping } from './line-shipping.tsx';
import { Multiple } from './multiple.tsx';
import classes from './panel.module.css';
import { Problem } from './problem.tsx';

/** One line: what the shopper bought, where we buy it, how it travels, and what stands in the way. */
export function LineItem({ order, line }: { order: OrderDetail; line: OrderLine }) {
  const { t } = useTranslation('orders');
  const begin = useTask();
  const open = isOpenLine(line) && line.requires_shipping && !order.cancelled_at;
  const change = open && order.actions.includes('change_supplier');
  // What stopped it may be over: stock has come, the supplier answers again.
  // A part of a bundle may be missing while others are bought: it can be bought alone.
  const isMissing = line.state === 'ready' && line.problem?.key === 'BUNDLE_PART_MISSING';
  const stopped = open && (line.state === 'blocked' || isMissing) && order.actions.includes('place');
  // Said by its supplier before anybody tried.
  const state = line.state === 'ready' && line.problem ? 'blocked' : line.state;
  const bundle = order.line_items.find((one) => one.id === line.bundle_line_id);
  const pickSupplier = () => begin({ kind: 'supplier', orderId: order.id, lineId: line.id });
  return (
    <li className={classes.line}>
      <ProductPicture src={line.image} alt="" size={52} />
      <div className={classes.lineWords}>
        <div className={classes.lineHead}>
          <span className={classes.lineTitle}>{line.title}</span>
          {bundle ? null : (
            <span className={classes.lineSum}>
              {line.quantity > 1 ? <span className={classes.times}>{line.quantity} × </span> : null}
              <Money value={line.unit_price} />
            </span>
          )}
        </div>
        <div className={classes.lineFacts}>
          {bundle ? <span>{t('line.partOf', { name: bundle.title })}</span> : null}
          {line.variant_title ? <bdi>{line.variant_title}</bdi> : null}
          {line.sku ? <span className="mono">{line.sku}</span> : null}
          <StatusBadge tone={LINE_TONES[state]} label={t(isSentByStore(line) ? 'line.sentByStore' : `line.${state}`)} />
          {line.refunded_quantity > 0 ? <span>{t('line.refunded', { pieces: line.refunded_quantity })}</span> : null}
        </div>
        {line.source ? (
          <div className={classes.supply}>
            <span>
              {t('line.from', { name: connectorName(line.source) })}
              {line.replace_supplier ? <span className={classes.replaced}>{t('line.replaced')}</span> : null}
            </span>
            {line.pieces_per_unit > 1 ? <Multiple units={line.quantity - line.refunded_quantity} of={line} /> : null}
            <span className={classes.supplyEnd}>
              <Money value={line.unit_cost} />
            </span>
            <ClaimClock lineId={line.id} orders={order.source_orders} />
            {line.requires_shipping ? <LineShipping order={order} line={line} editable={open} /> : null}
          </div>
        ) : null}
        {line.problem ? (
          <Problem problem={line.problem}>
            {line.problem.key === 'MAY_BE_BOUGHT_ALREADY' ? (
              <LinkButton to="/app/orders/unrecorded" size="compact-xs" variant="default">
                {t('line.review')}
              </LinkButton>
            ) : null}
            {stopped ? (
              <MayButton
                needs="orders.change"
                size="compact-xs"
                variant="default"
                onClick={() => begin({ kind: 'place', orderIds: [order.id], lineIds: [line.id] })}
              >
                {t('line.again')}
              </MayButton>
            ) : null}
            {isGuarded(line.problem) && line.state === 'blocked' ? <ApproveOrder order={order} /> : null}
            {change ? (
              <MayButton needs="orders.change" size="compact-xs" variant="default" onClick={pickSupplier}>
                {line.source ? t('line.otherSupplier') : t('line.chooseSupplier')}
              </MayButton>
            ) : null}
          </Problem>
        ) : change ? (
          <div>
            <button type="button" className={classes.link} onClick={pickSupplier}>
              {line.source ? t('line.changeSupplier') : t('line.chooseSupplier')}
            </button>
          </div>
        ) : null}
      </div>
    </li>
  );
}
