import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './push-drawer.module.css';

interface Props {
  needed: readonly { from: string; to: string }[];
  rates: Readonly<Record<string, number>>;
  onChange(rates: Record<string, number>): void;
}

/** So many units of the products' currency are shown in the store's, so that a rate the wrong way round is seen. */
const EXAMPLE = 10;
/** The most a rate may be. Source: the call's own limit. */
const MOST = 1_000_000;

/** What one unit of the products' currency is worth in the stores' currencies. Nothing is converted by a guess of ours. */
export function RateFields({ needed, rates, onChange }: Props) {
  const { t } = useTranslation('products');
  return (
    <div className={classes.block}>
      <h4 className={classes.label}>{t('push.rates.title')}</h4>
      {needed.map(({ from, to }) => (
        <RateField
          key={`${from}${to}`}
          from={from}
          to={to}
          value={rates[to]}
          onChange={(rate) => {
            const { [to]: _, ...others } = rates;
            onChange(rate === undefined ? others : { ...others, [to]: rate });
          }}
        />
      ))}
      <p className={classes.note}>{t('push.rates.note')}</p>
    </div>
  );
}

function RateField(props: {
  from: string;
  to: string;
  value: number | undefined;
  onChange(rate: number | undefined): void;
}) {
  const { t } = useTranslation('products');
  const { money } = useFormats();
  const id = useId();
  const [typed, setTyped] = useState(props.value === undefined ? '' : String(props.value));
  const wrong = typed !== '' && props.value === undefined;
  return (
    <div className={classes.rate}>
      <label htmlFor={id}>{t('push.rates.one', { currency: props.from })}</label>
      <input
        id={id}
        inputMode="decimal"
        className={classes.field}
        value={typed}
        aria-invalid={wrong}
        aria-describedby={`${id}-is`}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setTyped(text);
          const rate = /^\d*[.,]?\d*$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
          props.onChange(rate > 0 && rate <= MOST ? rate : undefined);
        }}
      />
      <span>{props.to}</span>
      <p id={`${id}-is`} className={classes.rateIs} data-wrong={wrong || undefined} aria-live="polite">
        {wrong
          ? t('push.rates.wrong')
          : props.value === undefined
            ? null
            : t('push.rates.example', {
                from: money(EXAMPLE, props.from),
                to: money(EXAMPLE * props.value, props.to),
              })}
      </p>
    </div>
  );
}
