import { Button, NumberInput } from '@mantine/core';
import { MOST_PIECES } from '@quayside/contracts/pieces.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../kit/money.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './change.module.css';
import type { SourceCardFacts } from './source-search.tsx';

interface Props {
  product: SourceCardFacts;
  shipTo: string;
  mode: 'live' | 'sandbox';
  /** The variant that is bought now. */
  current: string | undefined;
  busy: boolean;
  /** Pieces of it for one unit sold. */
  piecesNow: number;
  onChoose(skuId: string, pieces: number): void;
}

/** The variants of a supplier's product with cost and stock, and the button that takes one. */
export function SourceVariants({ product, shipTo, mode, current, piecesNow, busy, onChoose }: Props) {
  const { t } = useTranslation(['orders', 'orderDecisions']);
  const { count, money } = useFormats();
  const [chosen, setChosen] = useState<string>();
  const [pieces, setPieces] = useState(piecesNow);
  const params = { platform: product.source, id: product.source_product_id };
  const query = { ship_to: shipTo, mode };
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail('sources', product.source_product_id, `variants/${shipTo}/${mode}`),
    queryFn: ({ signal }) => api('GET /center/products/source/{platform}/{id}/detail', { params, query, signal }),
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} small />;
  if (!data) return <SkeletonBox width="100%" height={220} />;
  const picked =
    data.variants.find((one) => one.sku_id === chosen) ?? (data.variants.length === 1 ? data.variants[0] : undefined);
  return (
    <>
      <div className={classes.variants} role="radiogroup" aria-label={t('orderDecisions:supplier.choose')}>
        {data.variants.map((variant) => {
          const picture = variant.sku_property.find((one) => one.sku_image)?.sku_image ?? data.images[0];
          const empty = variant.stock === 0;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a whole row is the radio
            <button
              key={variant.sku_id}
              type="button"
              role="radio"
              aria-checked={variant.sku_id === picked?.sku_id}
              disabled={empty}
              className={classes.variant}
              onClick={() => setChosen(variant.sku_id)}
            >
              <ProductPicture src={picture} alt="" size={36} />
              <span className={classes.pickWords}>
                <span>
                  {variant.sku_property.map((one) => one.sku_property_value).join(' / ') || variant.sku}
                  {variant.sku_id === current ? (
                    <span className={classes.tag}>{t('orderDecisions:supplier.current')}</span>
                  ) : null}
                </span>
                <span className={classes.quiet}>
                  {empty
                    ? t('orderDecisions:supplier.soldOut')
                    : variant.stock === null
                      ? t('orderDecisions:supplier.stockUnknown')
                      : t('orderDecisions:supplier.stock', { count: variant.stock, shown: count(variant.stock) })}
                </span>
              </span>
              <Money value={variant.price_usd} currency="USD" />
            </button>
          );
        })}
      </div>
      <NumberInput
        label={t('orderDecisions:supplier.pieces')}
        size="sm"
        w={200}
        min={1}
        max={MOST_PIECES}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        value={pieces}
        onChange={(value) => setPieces(Number(value) || 1)}
      />
      <div className={classes.foot}>
        <Button
          loading={busy}
          disabled={!picked || picked.stock === 0 || (picked.sku_id === current && pieces === piecesNow)}
          onClick={() => picked && onChoose(picked.sku_id, pieces)}
        >
          {picked
            ? t('orderDecisions:supplier.verb', { sum: money(picked.price_usd * pieces, 'USD') })
            : t('orderDecisions:supplier.choose')}
        </Button>
      </div>
    </>
  );
}
