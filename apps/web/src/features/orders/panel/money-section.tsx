import type { OrderDetail } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { useRateText } from '../../../kit/converted.tsx';
import { PanelSection } from '../../../kit/detail-panel.tsx';
import { Money } from '../../../kit/money.tsx';
import { Profit } from '../profit.tsx';
import { costParts } from './cost-parts.ts';
import classes from './panel.module.css';
import { saleParts } from './sale-parts.ts';

/** The order's money: what the shopper paid, what it costs us, and what stays, drawn as shares of the sale. */
export function MoneySection({ order }: { order: OrderDetail }) {
  const { t } = useTranslation(['orders', 'orderDecisions']);
  const rateText = useRateText();
  const { items, shipping, refunded } = costParts(order);
  // Samples and replacements have no price: only their cost is shown.
  const isSale = !order.is_sample && !order.is_exchange;
  return (
    <PanelSection title={t('panel.money')}>
      <dl className={classes.sums}>
        {isSale ? <SaleSums order={order} /> : null}
        <div className={classes.sum}>
          <dt>{t('money.items')}</dt>
          <dd>
            <Money value={items} />
          </dd>
        </div>
        <div className={classes.sum}>
          <dt>{t('money.shipping')}</dt>
          <dd>
            <Money value={shipping} />
          </dd>
        </div>
        {refunded ? (
          <div className={classes.sum}>
            <dt>{t('orderDecisions:refundedBySupplier')}</dt>
            <dd>
              <Money value={{ ...refunded, amount: -refunded.amount }} />
            </dd>
          </div>
        ) : null}
        <div className={classes.sum} data-total>
          <dt>{t(isSale ? 'money.profit' : 'money.cost')}</dt>
          <dd>{isSale ? <Profit order={order} strong /> : <Money value={order.cost} strong />}</dd>
        </div>
      </dl>
      {order.profit_rate ? <p className={classes.rate}>{rateText(order.profit_rate)}</p> : null}
      {refunded ? null : <Shares order={order} items={items?.amount} shipping={shipping?.amount} />}
    </PanelSection>
  );
}

/** What the shopper pays, part by part. */
function SaleSums({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  return (
    <>
      {saleParts(order).map((row) => (
        <div key={row.key} className={classes.sum}>
          <dt>{t(`money.${row.key}`)}</dt>
          <dd>
            <Money value={row.value} />
          </dd>
        </div>
      ))}
      <div className={classes.sum} data-total>
        <dt>{t(order.warnings.length > 0 ? 'money.saleDue' : 'money.sale')}</dt>
        <dd>
          <Money value={order.total} strong />
        </dd>
      </div>
      {order.payment_method ? (
        <div className={classes.sum}>
          <dt>{t('money.paidBy')}</dt>
          <dd>
            <bdi>{order.payment_method}</bdi>
          </dd>
        </div>
      ) : null}
    </>
  );
}

/** One bar: goods, shipping, and what stays, as parts of the sale. Only where all are known in one currency. */
function Shares({ order, items, shipping }: { order: OrderDetail; items?: number; shipping?: number }) {
  const { t } = useTranslation('orders');
  const { profit, total, cost } = order;
  if (!profit || !cost || items === undefined || shipping === undefined) return null;
  if (profit.amount < 0 || total.amount <= 0 || cost.currency !== total.currency) return null;
  const parts = [
    { key: 'items', amount: items },
    { key: 'shipping', amount: shipping },
    { key: 'profit', amount: profit.amount },
  ] as const;
  return (
    <div className={classes.shares} aria-hidden="true">
      {parts.map((part) => (
        <span
          key={part.key}
          data-part={part.key}
          title={t(`money.${part.key}`)}
          style={{ flexGrow: Math.max(part.amount, 0) }}
        />
      ))}
    </div>
  );
}
