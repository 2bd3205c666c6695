import { NumberInput } from '@mantine/core';
import { PERCENT_UNIT } from '@quayside/contracts/pricing-choices.ts';
import { getDecimals } from '@quayside/kernel/money.ts';
import { type ReactNode, useEffect, useState } from 'react';

interface Props {
  label: string;
  /** In whole units of `1 / scale`; null: empty. */
  value: number | null;
  /** Units of `value` in what is typed. */
  scale: number;
  decimals: number;
  most: number;
  /** Empty means none; otherwise it means 0. */
  optional?: boolean;
  suffix?: string;
  prefix?: string;
  description?: string;
  error?: ReactNode;
  disabled?: boolean;
  hideLabel?: boolean;
  onChange(value: number | null): void;
}

/** A number to type that is kept as a whole number. */
export function ScaledField({ value, scale, decimals, most, optional, hideLabel, label, onChange, ...rest }: Props) {
  const shown = value === null ? '' : value / scale;
  const [typed, setTyped] = useState<number | string>(shown);
  // Follows changes from outside: a discarded edit, another store.
  useEffect(() => setTyped(shown), [shown]);
  return (
    <NumberInput
      {...rest}
      {...(hideLabel ? { 'aria-label': label } : { label })}
      value={typed}
      min={0}
      max={most / scale}
      decimalScale={decimals}
      allowNegative={false}
      hideControls
      inputMode="decimal"
      onChange={(next) => {
        setTyped(next);
        if (next === '') onChange(optional ? null : 0);
        else if (Number.isFinite(Number(next))) onChange(Math.min(most, Math.round(Number(next) * scale)));
      }}
    />
  );
}

type FieldProps = Omit<Props, 'scale' | 'decimals'>;

/** An amount in the smallest unit of a currency. */
export function AmountField({ currency, ...props }: FieldProps & { currency: string }) {
  const decimals = getDecimals(currency);
  return <ScaledField {...props} scale={10 ** decimals} decimals={decimals} suffix={` ${currency}`} />;
}

/** A percentage in hundredths of a percent. */
export const PercentField = (props: FieldProps) => (
  <ScaledField {...props} scale={PERCENT_UNIT} decimals={2} suffix=" %" />
);
