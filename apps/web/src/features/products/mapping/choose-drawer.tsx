import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../../kit/drawer.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { Money } from '../../../kit/money.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SourceMark } from '../mark.tsx';
import { Confidence } from './confidence.tsx';
import classes from './mapping.module.css';
import { type PickedProduct, ProductSearch, VariantPick } from './source-pick.tsx';
import type { MappableRow, useMap } from './use-map.ts';

interface Props {
  row: MappableRow;
  open: boolean;
  onClose(): void;
  map: ReturnType<typeof useMap>;
}

/** Maps one sold product: choose an imported product, then its variant. */
export function ChooseDrawer({ row, open, onClose, map }: Props) {
  const { t } = useTranslation('mapping');
  const [product, setProduct] = useState<PickedProduct>();
  const { recommendation: best } = row;
  return (
    <Drawer open={open} onClose={onClose} title={t('chooseNamed', { name: row.title })} width={560}>
      <div className={classes.page}>
        <div className={classes.row}>
          <ProductPicture src={row.image} alt="" size={48} />
          <span className={classes.words}>
            <span className={classes.title} dir="auto">
              {row.title}
            </span>
            <span className={classes.under}>
              <bdi>{row.variant_title}</bdi>
              <span className="mono">{row.sku}</span>
            </span>
          </span>
        </div>
        {best && !product ? (
          <div className={classes.choice}>
            <span className={classes.quiet}>{t('column.match')}</span>
            <div className={classes.row}>
              <ProductPicture src={best.image} alt="" size={40} />
              <span className={classes.words}>
                <span className={classes.title} dir="auto">
                  {best.title}
                </span>
                <span className={classes.under}>
                  <bdi>{best.option_values.join(' / ')}</bdi>
                  <SourceMark source={best.source} />
                  <Money value={best.cost} />
                </span>
                <Confidence confidence={best.confidence} reasons={best.reasons} />
              </span>
              <MayButton
                needs="products.change"
                size="xs"
                loading={map.busy}
                onClick={() => void map.rows([{ row, to: best }]).then((done) => done && onClose())}
              >
                {t('map')}
              </MayButton>
            </div>
          </div>
        ) : null}
        {product?.product_id ? (
          <VariantPick
            productId={product.product_id}
            product={product}
            busy={map.busy}
            onBack={() => setProduct(undefined)}
            onPick={(variant) =>
              void map
                .rows([
                  {
                    row,
                    to: {
                      product_id: product.product_id ?? '',
                      source: product.source,
                      source_product_id: product.source_product_id,
                      sku_id: variant.sku_id,
                    },
                  },
                ])
                .then((done) => done && onClose())
            }
          />
        ) : (
          <ProductSearch begin="" mode={row.is_sandbox ? 'sandbox' : 'live'} among="imported" onPick={setProduct} />
        )}
      </div>
    </Drawer>
  );
}
