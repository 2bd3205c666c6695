import { isSplit, resultingProducts, type SplitOptions } from '@quayside/contracts/split.ts';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './push-drawer.module.css';
import type { PushProduct } from './push-product.ts';
import { SplitFields } from './split-fields.tsx';

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
        <SplitFields split={split} onChange={onChange} />
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
