import {
  clampMaxVariants,
  clampThreshold,
  isSplit,
  resultingProducts,
  type SplitOptions,
} from '@quayside/contracts/split.ts';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../../kit/segmented.tsx';
import classes from './push-drawer.module.css';
import type { PushProduct } from './push-product.ts';

/** The most products one may be split into. Source: the call's own limit. */
const MOST_PRODUCTS = 100_000;

interface Props {
  products: readonly PushProduct[];
  split: SplitOptions;
  onChange(split: SplitOptions): void;
}

/** When and how a product with many variants becomes several; what comes out of it is said while one types. */
export function SplitRule({ products, split, onChange }: Props) {
  const { t } = useTranslation('products');
  const [open, setOpen] = useState(false);
  const id = useId();
  const flagged = products.filter((product) => isSplit(product.total_variant, split));
  const parts = flagged.reduce((sum, product) => sum + resultingProducts(product.total_variant, split), 0);
  const byVariants = split.split_handle === 'max_variant';
  return (
    <div className={classes.block}>
      <button
        type="button"
        className={classes.foldButton}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className={classes.label}>{t('split.title')}</span>
        <span className={classes.note}>
          {flagged.length > 0
            ? t('split.result', { count: flagged.length, parts: t('split.parts', { count: parts }) })
            : t('split.noneAbove', { count: split.threshold })}
        </span>
        <ChevronDown size={16} aria-hidden className={classes.chevron} />
      </button>
      <div id={id} hidden={!open} className={classes.rule}>
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
                : { ...split, max_create_products: Math.min(MOST_PRODUCTS, value) },
            );
          }}
        />
        {flagged.length > 0 ? (
          <ul className={classes.results} aria-live="polite">
            {flagged.map((product) => (
              <li key={product.key}>
                <span className={classes.storeName}>{product.title}</span>
                <span className={classes.note}>
                  {t('variants', { count: product.total_variant })} →{' '}
                  {t('split.parts', { count: resultingProducts(product.total_variant, split) })}
                </span>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}

function NumberRow({ label, value, onType }: { label: string; value: number; onType(typed: string): void }) {
  const id = useId();
  return (
    <div className={classes.numberRow}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        inputMode="numeric"
        className={classes.field}
        value={String(value)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => onType(event.currentTarget.value)}
      />
    </div>
  );
}
