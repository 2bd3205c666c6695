import type { ExchangeRate } from '@quayside/contracts';
import { shortRate } from '@quayside/kernel/rates.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../lib/use-formats.ts';
import classes from './converted.module.css';

/** Describes the exchange rate of a conversion. */
export function useRateText(): (rate: ExchangeRate) => string {
  const { t } = useTranslation('common');
  const { day } = useFormats();
  return ({ from, to, rate, source, day: on }) =>
    t(source === null ? 'convertedTyped' : 'converted', {
      ...{ from, to, source: source ?? '', day: day(on) },
      rate: shortRate(rate),
    });
}

/** Marks an amount as converted, with the rate in a tooltip; without a rate it is shown unchanged. */
export function Converted({ rate, children }: { rate: ExchangeRate | null; children: ReactNode }) {
  const textOf = useRateText();
  if (!rate) return children;
  const text = textOf(rate);
  return (
    <span className={classes.converted} title={text}>
      <span aria-hidden="true">≈</span>
      {children}
    </span>
  );
}
