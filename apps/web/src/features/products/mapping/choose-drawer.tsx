import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../../kit/drawer.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import classes from './mapping.module.css';
import { type PickedProduct, ProductSearch, VariantPick } from './source-pick.tsx';
import type { UnmappedRow, useMap } from './use-map.ts';

interface Props {
  row: UnmappedRow;
  open: boolean;
  onClose(): void;
  map: ReturnType<typeof useMap>;
}

/** Maps one sold product: choose an imported product, then its variant. */
export function ChooseDrawer({ row, open, onClose, map }: Props) {
  const { t } = useTranslation('mapping');
  const [product, setProduct] = useState<PickedProduct>();
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
          <ProductSearch
            begin={row.title.split(/\s+/).slice(0, 2).join(' ')}
            mode={row.is_sandbox ? 'sandbox' : 'live'}
            among="imported"
            onPick={setProduct}
          />
        )}
      </div>
    </Drawer>
  );
}
