import type { ReactNode } from 'react';
import classes from './price-bar.module.css';

export interface PricePart {
  key: 'cost' | 'shipping' | 'profit';
  label: string;
  /** Any unit, the same for all parts; below 0 only the profit may be. */
  amount: number;
  /** The sum as it is written. */
  value: ReactNode;
}

/** What a price is made of, drawn: cost, shipping and what is left. A loss is drawn as the part that the price lacks. */
export function PriceBar({ parts, label }: { parts: readonly PricePart[]; label: string }) {
  const whole = parts.reduce((sum, part) => sum + Math.abs(part.amount), 0);
  const shares = parts.filter((part) => part.amount !== 0 && whole > 0);
  return (
    <div className={classes.frame}>
      <div className={classes.bar} aria-hidden="true">
        {shares.map((part) => (
          <span
            key={part.key}
            className={classes.part}
            data-part={part.key}
            data-loss={part.amount < 0 || undefined}
            style={{ flexGrow: Math.abs(part.amount) / whole }}
          />
        ))}
      </div>
      <dl className={classes.legend} aria-label={label}>
        {parts.map((part) => (
          <div key={part.key} className={classes.item} data-part={part.key} data-loss={part.amount < 0 || undefined}>
            <dt>{part.label}</dt>
            <dd>{part.value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
