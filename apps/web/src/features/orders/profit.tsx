import type { OrderSummary } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { Converted } from '../../kit/converted.tsx';
import { Money } from '../../kit/money.tsx';
import classes from './profit.module.css';

type Facts = Pick<OrderSummary, 'profit' | 'profit_rate' | 'cost' | 'cost_is_whole' | 'currency' | 'cancelled_at'>;

/** An order's profit, or why it is unknown: a part of the cost is missing, or there is no exchange rate for it. */
export function Profit({ order, strong }: { order: Facts; strong?: boolean }) {
  const { t } = useTranslation('orders');
  const { profit, cost } = order;
  if (profit || order.cancelled_at)
    return (
      <Converted rate={order.profit_rate}>
        <Money value={profit} strong={strong} signed />
      </Converted>
    );
  if (cost && cost.currency !== order.currency)
    return (
      <span className={classes.unknown} title={t('profit.otherCurrencyText', { currency: cost.currency })}>
        {t('profit.otherCurrency', { currency: cost.currency })}
      </span>
    );
  return (
    <span className={classes.unknown} title={t('profit.unknownText')}>
      {t('profit.unknown')}
    </span>
  );
}
