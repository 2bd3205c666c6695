import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../kit/money.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SearchField } from '../../../kit/search-field.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../kit/states.tsx';
import { api, type CallData } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { SourceMark } from '../mark.tsx';
import classes from './mapping.module.css';

/** A supplier's product. */
export interface PickedProduct {
  source: string;
  source_product_id: string;
  name: string;
  image: string | null;
  /** The imported product. Absent: found in the suppliers' catalogs. */
  product_id?: string;
}
export type SourceVariant = CallData<'GET /center/products/{id}/source-variants'>['variants'][number];

interface SearchProps {
  /** Words to begin with. */
  begin: string;
  mode: 'live' | 'sandbox';
  /** Where to search. */
  among: 'imported' | 'catalogs';
  shipTo?: string;
  onPick(product: PickedProduct): void;
}

async function find({ among, mode, shipTo }: SearchProps, keyword: string, signal: AbortSignal) {
  if (among === 'imported') {
    const { items } = await api('GET /center/products/listings/elastic-products', {
      query: { keyword: keyword || undefined, state: 'all', sort: 'newest', page_size: 20 },
      signal,
    });
    return items
      .filter((one) => one.is_sandbox === (mode === 'sandbox'))
      .map((one) => ({
        product: {
          source: one.source,
          source_product_id: one.source_product_id,
          name: one.title,
          image: one.image,
          product_id: one.id,
        } satisfies PickedProduct,
        price: one.cost_from,
        currency: one.currency,
      }));
  }
  const { items } = await api('GET /center/products/find', {
    query: { keyword: keyword || undefined, ship_to: shipTo ?? 'US', mode, sort: 'desc_most_relevant', page_size: 20 },
    signal,
  });
  return items.map((one) => ({
    product: {
      source: one.source,
      source_product_id: one.source_product_id,
      name: one.name,
      image: one.images[0] ?? null,
    } satisfies PickedProduct,
    price: one.price,
    currency: one.currency,
  }));
}

/** Products to map to, found by words. */
export function ProductSearch(props: SearchProps) {
  const { among, begin, mode, shipTo, onPick } = props;
  const { t } = useTranslation('mapping');
  const [words, setWords] = useState(begin);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: queryKeys.part(among === 'imported' ? 'products' : 'sources', 'to-map', { words, mode, shipTo }),
    queryFn: ({ signal }) => find(props, words, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <SearchField value={words} onChange={setWords} label={t('pick.search')} />
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
      {isPending ? <SkeletonBox width="100%" height={220} /> : null}
      {data?.length === 0 ? <EmptyState small title={t('pick.none')} text={t('pick.noneText')} /> : null}
      <ul className={classes.list} aria-label={t('pick.products')}>
        {data?.map(({ currency, price, product }) => (
          <li key={`${product.source} ${product.source_product_id}`}>
            <button type="button" className={classes.option} onClick={() => onPick(product)}>
              <ProductPicture src={product.image} alt="" size={40} />
              <span className={classes.words}>
                <span className={classes.title} dir="auto">
                  {product.name}
                </span>
                <span className={classes.under}>
                  <SourceMark source={product.source} />
                </span>
              </span>
              <Money value={price} currency={currency} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface VariantsProps {
  /** A product of the workspace, in whose mode is mapped. */
  productId: string;
  product: PickedProduct;
  busy?: boolean;
  onBack(): void;
  onPick(variant: SourceVariant): void;
}

export const sourceVariantsKey = (productId: string, product: PickedProduct) =>
  queryKeys.detail('products', productId, `source-variants ${product.source} ${product.source_product_id}`);

/** Reads the variants of a supplier's product. */
export const readSourceVariants = (productId: string, product: PickedProduct, signal?: AbortSignal) =>
  api('GET /center/products/{id}/source-variants', {
    params: { id: productId },
    query: { source: product.source, source_product_id: product.source_product_id },
    signal,
  });

/** The supplier's variants of a product; a click takes one. */
export function VariantPick({ productId, product, busy, onBack, onPick }: VariantsProps) {
  const { t } = useTranslation('mapping');
  const { data, error, refetch } = useQuery({
    queryKey: sourceVariantsKey(productId, product),
    queryFn: ({ signal }) => readSourceVariants(productId, product, signal),
  });
  return (
    <>
      <button type="button" className={classes.back} onClick={onBack}>
        <ArrowLeft size={16} className="flip" aria-hidden />
        {t('pick.back')}
      </button>
      <div className={classes.row}>
        <ProductPicture src={product.image} alt="" size={40} />
        <span className={classes.words}>
          <span className={classes.title} dir="auto">
            {product.name}
          </span>
          <span className={classes.under}>
            <SourceMark source={product.source} />
          </span>
        </span>
      </div>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
      {!data && !error ? <SkeletonBox width="100%" height={180} /> : null}
      <ul className={classes.list} aria-label={t('pick.variants')}>
        {data?.variants.map((one) => (
          <li key={one.sku_id}>
            <button type="button" className={classes.option} disabled={busy} onClick={() => onPick(one)}>
              <ProductPicture src={one.image ?? data.image} alt="" size={32} />
              <span className={classes.words}>
                <bdi>{one.option_values.join(' / ') || one.sku}</bdi>
                <span className={classes.under}>
                  <span className="mono">{one.sku}</span>
                  {one.stock === 0 ? t('pick.soldOut') : null}
                </span>
              </span>
              <Money value={one.cost} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
