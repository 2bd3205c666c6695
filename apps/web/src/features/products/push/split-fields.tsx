import { clampMaxVariants, clampThreshold, MOST_PARTS, type SplitOptions } from '@quayside/contracts/split.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../../kit/segmented.tsx';
import classes from './split-fields.module.css';

interface Props {
  split: SplitOptions;
  disabled?: boolean;
  onChange(split: SplitOptions): void;
}

/** When and how products with many variants are split (rules B255 to B257). */
export function SplitFields({ split, disabled = false, onChange }: Props) {
  const { t } = useTranslation('products');
  const byVariants = split.split_handle === 'max_variant';
  return (
    <fieldset className={classes.fields} disabled={disabled}>
      <NumberRow
        label={t('split.thresholdLabel')}
        value={split.threshold}
        onType={(typed) => onChange({ ...split, threshold: clampThreshold(typed) })}
      />
      <Segmented
        label={t('split.logic')}
        value={split.split_logic}
        onChange={(value) => onChange({ ...split, split_logic: value })}
        choices={[
          { value: 'all', label: t('split.all') },
          { value: 'excess', label: t('split.excess') },
        ]}
      />
      <p className={classes.note}>{t(split.split_logic === 'all' ? 'split.allNote' : 'split.excessNote')}</p>
      <Segmented
        label={t('split.handle')}
        value={split.split_handle}
        onChange={(handle) => {
          const most = clampMaxVariants(split.max_variants_per_product, handle);
          onChange({ ...split, split_handle: handle, max_variants_per_product: most });
        }}
        choices={[
          { value: 'max_variant', label: t('split.byVariants') },
          { value: 'max_product', label: t('split.byProducts') },
        ]}
      />
      <NumberRow
        label={t(byVariants ? 'split.maxVariants' : 'split.maxProducts')}
        value={byVariants ? split.max_variants_per_product : split.max_create_products}
        onType={(typed) => {
          const value = clampMaxVariants(typed, split.split_handle);
          onChange(
            byVariants
              ? { ...split, max_variants_per_product: value }
              : { ...split, max_create_products: Math.min(MOST_PARTS, value) },
          );
        }}
      />
    </fieldset>
  );
}

function NumberRow({ label, value, onType }: { label: string; value: number; onType(typed: string): void }) {
  const id = useId();
  return (
    <div className={classes.number}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        inputMode="numeric"
        className={classes.input}
        value={String(value)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => onType(event.currentTarget.value)}
      />
    </div>
  );
}
