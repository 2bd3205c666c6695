import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/use-formats.ts';
import type { RateAsked } from './outcome.ts';
import classes from './push-drawer.module.css';

interface Props {
  needed: readonly { from: string; to: string }[];
  /** Refusals of the server, shown at their fields until something is typed. */
  asked?: readonly RateAsked[];
  rates: Readonly<Record<string, number>>;
  onChange(rates: Record<string, number>): void;
}

/** So many units of the products' currency are shown in the store's, so that a rate the wrong way round is seen. */
const EXAMPLE = 10;
/** The most a rate may be. Source: the call's own limit. */
const MOST = 1_000_000;

/** What one unit of the products' currency is worth in the stores' currencies. Nothing is converted by a guess of ours. */
export function RateFields({ needed, asked = [], rates, onChange }: Props) {
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
          refusal={asked.find((one) => one.from === from && one.to === to)}
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
  refusal: RateAsked | undefined;
  onChange(rate: number | undefined): void;
}) {
  const { t } = useTranslation('products');
  const { money } = useFormats();
  const id = useId();
  const [typed, setTyped] = useState(props.value === undefined ? '' : String(props.value));
  const field = useRef<HTMLInputElement>(null);
  /** The refusal that was answered by typing; the same object comes back only with the next push. */
  const [answered, setAnswered] = useState<RateAsked>();
  const { refusal } = props;
  const refused = refusal !== undefined && refusal !== answered;
  const wrong = typed !== '' && props.value === undefined;
  useEffect(() => {
    if (refusal) field.current?.focus();
  }, [refusal]);
  return (
    <div className={classes.rate}>
      <label htmlFor={id}>{t('push.rates.one', { currency: props.from })}</label>
      <input
        id={id}
        ref={field}
        inputMode="decimal"
        className={classes.field}
        value={typed}
        aria-invalid={wrong || refused}
        aria-describedby={`${id}-is`}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setTyped(text);
          setAnswered(refusal);
          const rate = /^\d*[.,]?\d*$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
          props.onChange(rate > 0 && rate <= MOST ? rate : undefined);
        }}
      />
      <span>{props.to}</span>
      <p id={`${id}-is`} className={classes.rateIs} data-wrong={wrong || refused || undefined} aria-live="polite">
        {wrong
          ? t('push.rates.wrong')
          : refused
            ? refusal.text
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
