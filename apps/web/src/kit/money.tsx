import { memo } from 'react';
import type { MoneyInput } from '../lib/formats.ts';
import { useFormats } from '../lib/use-formats.ts';
import classes from './money.module.css';
import { useFlash } from './use-flash.ts';

interface Props {
  /** Minor units with currency, a decimal number, or nothing (shown as `--`). */
  value: MoneyInput;
  /** Currency of a decimal number. */
  currency?: string | null;
  /** Emphasizes the amount. */
  strong?: boolean;
  /** Red when negative, with its sign. */
  signed?: boolean;
  /** Doesn't fade: the person changes it themselves, many at once. */
  still?: boolean;
}

/** An amount with tabular digits and a muted currency; fades briefly when it changes. */
export const Money = memo(function Money({ value, currency, strong, signed, still }: Props) {
  const { moneyParts } = useFormats();
  const parts = moneyParts(value, currency);
  const flash = useFlash(still ? null : parts.text);
  const amount = typeof value === 'number' ? value : (value?.amount ?? 0);
  return (
    <span
      key={flash}
      dir="ltr"
      className={classes.money}
      data-flash={flash > 0 || undefined}
      data-strong={strong || undefined}
      data-negative={(signed && amount < 0) || undefined}
    >
      {parts.pieces.map((piece) => (
        <bdi key={piece.text} className={classes[piece.kind]}>
          {piece.text}
        </bdi>
      ))}
    </span>
  );
});
