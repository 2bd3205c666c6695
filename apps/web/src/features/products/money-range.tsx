import { INTERVAL_SEPARATOR } from '@quayside/kernel/currencies.ts';
import { Money } from '../../kit/money.tsx';
import type { MoneyInput } from '../../lib/formats.ts';
import classes from './money-range.module.css';

interface Props {
  low: MoneyInput;
  high: MoneyInput;
  /** Of decimal numbers; sums in minor units bring their own. */
  currency?: string;
  strong?: boolean;
}

const amountOf = (value: MoneyInput) => (typeof value === 'object' && value !== null ? value.amount : value);

/** Lowest and highest of several sums; one when they are the same. */
export function MoneyRange({ low, high, currency, strong }: Props) {
  return (
    <span className={classes.range}>
      <Money value={low} currency={currency} strong={strong} />
      {amountOf(low) === amountOf(high) ? null : (
        <>
          {INTERVAL_SEPARATOR}
          <Money value={high} currency={currency} strong={strong} />
        </>
      )}
    </span>
  );
}
