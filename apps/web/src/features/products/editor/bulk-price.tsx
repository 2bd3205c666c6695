import { Button } from '@mantine/core';
import type { Money } from '@quayside/kernel/money.ts';
import { PRICE_ENDINGS } from '@quayside/kernel/price-ending.ts';
import { estimateProfit } from '@quayside/kernel/profit.ts';
import { Calculator } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pop } from '../../../kit/pop.tsx';
import { Segmented } from '../../../kit/segmented.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import { MoneyRange } from '../money-range.tsx';
import classes from './bulk-price.module.css';
import { getRange, PRICE_BASES, type PriceRule, parseFactor, priceBy } from './pricing.ts';

interface Priced {
  cost: Money;
  price: Money;
}

interface Props {
  /** The variants that will be priced: the chosen ones, or all. */
  variants: readonly Priced[];
  /** Of one item to the product's destination; undefined while it is unknown. */
  shipping: Money | undefined;
  onApply(rule: PriceRule, target: 'price' | 'compare_at_price'): void;
}

/** Prices for many variants at once, from cost or price by a factor; what comes out is shown before it is taken. */
export function BulkPrice({ variants, shipping, onApply }: Props) {
  const { t } = useTranslation('products');
  return (
    <Pop
      label={t('pricing.title')}
      width={340}
      align="end"
      trigger={(props) => (
        <Button size="xs" variant="default" leftSection={<Calculator size={14} aria-hidden />} {...props}>
          {t('pricing.title')}
        </Button>
      )}
    >
      {(close) => (
        <BulkForm
          variants={variants}
          shipping={shipping}
          onApply={(rule, target) => {
            onApply(rule, target);
            close();
          }}
        />
      )}
    </Pop>
  );
}

function BulkForm({ variants, shipping, onApply }: Props) {
  const { t } = useTranslation('products');
  const { percent } = useFormats();
  const id = useId();
  const [target, setTarget] = useState<'price' | 'compare_at_price'>('price');
  const [base, setBase] = useState<PriceRule['base']>('cost');
  const [typed, setTyped] = useState('2.5');
  const [ending, setEnding] = useState<PriceRule['ending']>('99');
  const factor = parseFactor(typed);
  const rule = factor === undefined ? undefined : { base, factor, ending };
  const priced = rule ? variants.map((variant) => priceBy(rule, variant)) : [];
  const range = getRange(priced);
  const margins = shipping
    ? priced.map((price, at) => estimateProfit(price, variants[at]?.cost ?? price, shipping).margin ?? 0)
    : [];
  const margin = margins.length > 0 ? margins.reduce((sum, one) => sum + one, 0) / margins.length : undefined;
  const label = (ends: PriceRule['ending']) => t(ends === 'exact' ? 'pricing.exact' : 'pricing.ends', { ending: ends });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (rule) onApply(rule, target);
      }}
    >
      <Segmented
        label={t('pricing.target')}
        value={target}
        onChange={(value) => {
          setTarget(value);
          setBase(value === 'price' ? 'cost' : 'price');
          setTyped(value === 'price' ? '2.5' : '1.3');
        }}
        choices={[
          { value: 'price', label: t('field.price') },
          { value: 'compare_at_price', label: t('field.compare_at_price') },
        ]}
      />
      <div className={classes.row}>
        <Segmented
          label={t('pricing.from')}
          value={base}
          onChange={(value) => setBase(value)}
          choices={PRICE_BASES.map((value) => ({ value, label: t(`field.${value}`) }))}
        />
        <span aria-hidden="true">×</span>
        <input
          id={id}
          data-autofocus
          inputMode="decimal"
          className={classes.factor}
          aria-label={t('pricing.factor')}
          aria-invalid={factor === undefined}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      <div>
        <div className={classes.label}>{t('pricing.ending')}</div>
        <Segmented
          label={t('pricing.ending')}
          value={ending}
          onChange={(value) => setEnding(value)}
          choices={PRICE_ENDINGS.map((value) => ({ value, label: label(value) }))}
        />
      </div>
      <p className={classes.preview} aria-live="polite">
        {range ? (
          <>
            <strong>
              <MoneyRange low={range.low} high={range.high} />
            </strong>
            <span>
              {t('pricing.for', { count: variants.length })}
              {target === 'price' && margin !== undefined
                ? ` · ${t('pricing.margin', { share: percent(margin / 100) })}`
                : ''}
            </span>
          </>
        ) : (
          t('pricing.wrong')
        )}
      </p>
      <Button type="submit" disabled={!rule || variants.length === 0}>
        {t('pricing.apply', { count: variants.length })}
      </Button>
    </form>
  );
}
