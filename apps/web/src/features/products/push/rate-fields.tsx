import type { ExchangeRate } from '@quayside/contracts';
import { PRICE_ENDINGS, type PriceEnding } from '@quayside/kernel/price-ending.ts';
import { MAX_RATE, shortRate } from '@quayside/kernel/rates.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../../kit/segmented.tsx';
import { SkeletonLine } from '../../../kit/skeletons.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import type { RateAsked } from './outcome.ts';
import classes from './push-drawer.module.css';
import { suggestedRate, type useSuggestedRates } from './suggested-rates.ts';

interface Props {
  needed: readonly { from: string; to: string }[];
  /** Refusals of the server, shown at their fields until something is typed. */
  asked?: readonly RateAsked[];
  /** undefined: they are being read. */
  suggested: ReturnType<typeof useSuggestedRates>;
  /** What was typed here, by the store's currency; null: nothing valid. */
  typed: Readonly<Record<string, number | null>>;
  ending: PriceEnding;
  onRates(typed: Record<string, number | null>): void;
  onEnding(ending: PriceEnding): void;
}

/** So many units of the products' currency are shown in the store's, so that a rate the wrong way round is seen. */
const EXAMPLE = 10;

/** What one unit of the products' currency is worth in the stores' currencies, and how the converted prices end. */
export function RateFields({ needed, asked = [], suggested, typed, ending, onRates, onEnding }: Props) {
  const { t } = useTranslation('products');
  return (
    <div className={classes.block}>
      <h4 className={classes.label}>{t('push.rates.title')}</h4>
      {needed.map(({ from, to }) => {
        const listed = suggested?.get(to);
        const { [to]: value, ...others } = typed;
        return suggested ? (
          <RateField
            key={`${from}${to}`}
            from={from}
            to={to}
            value={value}
            suggestion={listed ? suggestedRate(listed) : null}
            published={listed?.published ?? null}
            refusal={asked.find((one) => one.from === from && one.to === to)}
            onChange={(rate) => onRates(rate === undefined ? others : { ...others, [to]: rate })}
          />
        ) : (
          <SkeletonLine key={`${from}${to}`} width="60%" height={32} />
        );
      })}
      <p className={classes.note}>{t('push.rates.note')}</p>
      <h4 className={classes.label}>{t('push.rates.ending')}</h4>
      <Segmented
        label={t('push.rates.ending')}
        value={ending}
        onChange={onEnding}
        choices={PRICE_ENDINGS.map((value) => ({
          value,
          label: t(value === 'exact' ? 'pricing.exact' : 'pricing.ends', { ending: value }),
        }))}
      />
    </div>
  );
}

function RateField(props: {
  from: string;
  to: string;
  /** undefined: the suggestion is used; null: what is typed is no rate. */
  value: number | null | undefined;
  suggestion: ExchangeRate | null;
  published: ExchangeRate | null;
  refusal: RateAsked | undefined;
  onChange(rate: number | null | undefined): void;
}) {
  const { t } = useTranslation('products');
  const { money, day } = useFormats();
  const id = useId();
  const { suggestion, published, refusal, value } = props;
  const [typed, setTyped] = useState(typeof value === 'number' ? String(value) : '');
  const field = useRef<HTMLInputElement>(null);
  /** The refusal that was answered by typing; the same object comes back only with the next push. */
  const [answered, setAnswered] = useState<RateAsked>();
  const isSuggested = value === undefined && suggestion !== null;
  const refused = refusal !== undefined && refusal !== answered;
  const wrong = value === null;
  const rate = isSuggested ? shortRate(suggestion.rate) : value;
  useEffect(() => {
    if (refusal) field.current?.focus();
  }, [refusal]);
  const origin =
    isSuggested &&
    (suggestion.source === null
      ? t('push.rates.typed', { day: day(suggestion.day) })
      : t('push.rates.published', { source: suggestion.source, day: day(suggestion.day) }));
  return (
    <div className={classes.rate}>
      <label htmlFor={id}>{t('push.rates.one', { currency: props.from })}</label>
      <input
        id={id}
        ref={field}
        inputMode="decimal"
        className={classes.field}
        value={isSuggested ? String(rate) : typed}
        aria-invalid={wrong || refused}
        aria-describedby={`${id}-is`}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setTyped(text);
          setAnswered(refusal);
          const number = /^\d*[.,]?\d*$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
          props.onChange(number > 0 && number <= MAX_RATE ? number : null);
        }}
      />
      <span>{props.to}</span>
      {published && rate !== shortRate(published.rate) ? (
        <button type="button" className={classes.link} onClick={() => props.onChange(shortRate(published.rate))}>
          {t('push.rates.useToday', { rate: shortRate(published.rate) })}
        </button>
      ) : null}
      <p id={`${id}-is`} className={classes.rateIs} data-wrong={wrong || refused || undefined} aria-live="polite">
        {wrong ? (
          t('push.rates.wrong')
        ) : refused ? (
          refusal.text
        ) : typeof rate === 'number' ? (
          <>
            {t('push.rates.example', { from: money(EXAMPLE, props.from), to: money(EXAMPLE * rate, props.to) })}
            {origin ? ` · ${origin}` : ''}
          </>
        ) : null}
      </p>
    </div>
  );
}
