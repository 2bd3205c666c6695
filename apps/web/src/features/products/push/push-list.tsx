import { isSplit, resultingProducts, type SplitOptions } from '@quayside/contracts/split.ts';
import { Split, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../kit/detail-panel.tsx';
import { Pop } from '../../../kit/pop.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SandboxTag } from '../../../kit/sandbox-tag.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import { SourceMark } from '../mark.tsx';
import { MoneyRange } from '../money-range.tsx';
import { pictureAt } from '../picture-at.ts';
import classes from './push-drawer.module.css';
import type { PushProduct } from './push-product.ts';
import type { StorePrice } from './store-price.ts';

interface Props {
  products: readonly PushProduct[];
  split: SplitOptions;
  /** Why a product was refused, by its key. */
  failed: Readonly<Record<string, string>>;
  /** Keys of those that a chosen store takes. */
  going: ReadonlySet<string>;
  /** What customers will pay for a product, by the currency of its stores. */
  prices(product: PushProduct): readonly StorePrice[];
  canRemove: boolean;
  onRemove(key: string): void;
}

/** The products that will be pushed. */
export function PushList({ products, split, failed, going, prices, canRemove, onRemove }: Props) {
  const { t } = useTranslation('products');
  return (
    <section className={classes.list} aria-label={t('push.products')}>
      <h3 className={classes.heading}>{t('push.productsCount', { count: products.length })}</h3>
      <ul>
        {products.map((product) => (
          <li key={product.key} className={classes.product} data-off={!going.has(product.key) || undefined}>
            <ProductPicture src={pictureAt(product.image, 56)} alt="" size={56} />
            <div className={classes.words}>
              <span className={classes.title} dir="auto">
                {product.title}
              </span>
              <span className={classes.facts}>
                <SourceMark source={product.source} />
                {prices(product).map(({ currency, low, high }) => (
                  <MoneyRange key={currency} low={low} high={high} strong />
                ))}
                <span className={classes.cost}>
                  {t('push.cost')}{' '}
                  <MoneyRange low={product.cost_from} high={product.cost_to} currency={product.currency} />
                </span>
                <span>{t('variants', { count: product.total_variant })}</span>
                {product.is_sandbox ? <SandboxTag /> : null}
                {isSplit(product.total_variant, split) ? <SplitWarning product={product} split={split} /> : null}
              </span>
              {failed[product.key] ? (
                <span className={classes.failure} role="alert">
                  {failed[product.key]}
                </span>
              ) : null}
            </div>
            {canRemove ? (
              <button
                type="button"
                className={classes.remove}
                aria-label={t('push.remove', { name: product.title })}
                onClick={() => onRemove(product.key)}
              >
                <X size={16} aria-hidden />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Why and into how many products one is split. Source: rule B197. */
function SplitWarning({ product, split }: { product: PushProduct; split: SplitOptions }) {
  const { t } = useTranslation('products');
  const { number } = useFormats();
  const parts = resultingProducts(product.total_variant, split);
  const byProducts = split.split_handle === 'max_product';
  return (
    <Pop
      label={t('split.warning')}
      width={300}
      trigger={(props) => (
        <button type="button" className={classes.split} {...props}>
          <Split size={13} aria-hidden />
          {t('split.becomes', { count: parts })}
        </button>
      )}
    >
      {() => (
        <div className={classes.warning}>
          <p>{t('split.why', { count: product.total_variant })}</p>
          <Facts
            items={[
              { label: t('split.threshold'), value: number(split.threshold) },
              byProducts
                ? { label: t('split.maxProducts'), value: number(split.max_create_products) }
                : { label: t('split.maxVariants'), value: number(split.max_variants_per_product) },
              { label: t('split.resulting'), value: number(parts) },
            ]}
          />
        </div>
      )}
    </Pop>
  );
}
