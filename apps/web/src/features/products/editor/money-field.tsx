import type { Money } from '@quayside/kernel/money.ts';
import { useState } from 'react';
import { moneyField, parseMoney } from '../../../lib/money-text.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './money-field.module.css';

interface Props {
  label: string;
  value: Money | null;
  currency: string;
  /** Empty means none. */
  optional?: boolean;
  disabled?: boolean;
  onChange(value: Money | null): void;
}

/** A price to type. What cannot be read stays until one leaves the field, marked, and changes nothing. */
export function PriceField({ label, value, currency, optional, disabled, onChange }: Props) {
  const { moneyParts } = useFormats();
  const [typed, setTyped] = useState<string>();
  const isEmpty = typed?.trim() === '';
  const isWrong = typed !== undefined && !(optional && isEmpty) && parseMoney(typed, currency) === undefined;
  return (
    <span className={classes.frame} data-wrong={isWrong || undefined} data-disabled={disabled || undefined}>
      <span className={classes.symbol} aria-hidden="true">
        {moneyParts(0, currency).pieces.find((piece) => piece.kind === 'currency')?.text}
      </span>
      <input
        inputMode="decimal"
        aria-label={label}
        aria-invalid={isWrong}
        disabled={disabled}
        value={typed ?? moneyField(value)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setTyped(text);
          const sum = parseMoney(text, currency);
          if (sum) onChange(sum);
          else if (optional && text.trim() === '') onChange(null);
        }}
        onBlur={() => setTyped(undefined)}
      />
    </span>
  );
}
