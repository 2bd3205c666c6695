import type { OrderSummary } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { Money } from '../../kit/money.tsx';
import classes from './profit.module.css';

type Facts = Pick<OrderSummary, 'profit' | 'cost' | 'cost_is_whole' | 'currency' | 'cancelled_at'>;

/** What is left of an order, or why that cannot be said: a part of the cost is unknown, or it is in another currency. */
export function Profit({ order, strong }: { order: Facts; strong?: boolean }) {
  const { t } = useTranslation('orders');
  const { profit, cost } = order;
  if (profit || order.cancelled_at) return <Money value={profit} strong={strong} signed />;
  if (cost && cost.currency !== order.currency)
    return (
      <span className={classes.unknown} title={t('profit.otherCurrencyText')}>
        {t('profit.otherCurrency', { currency: cost.currency })}
      </span>
    );
  return (
    <span className={classes.unknown} title={t('profit.unknownText')}>
      {t('profit.unknown')}
    </span>
  );
}
