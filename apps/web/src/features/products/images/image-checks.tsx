import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { pictureAt } from '../picture-at.ts';
import { productDetail } from '../product-queries.ts';
import classes from './images.module.css';

interface Props {
  productId: string;
  /** undefined: the first one. */
  chosen: readonly string[] | undefined;
  onChange(urls: readonly string[]): void;
}

/** The images of one product to choose from. */
export function ImageChecks({ productId, chosen, onChange }: Props) {
  const { t } = useTranslation('images');
  const { data } = useQuery(productDetail(productId));
  const urls = data?.images.map((image) => image.url) ?? [];
  const on = new Set(chosen ?? urls.slice(0, 1));
  if (urls.length === 0) return null;
  return (
    <fieldset className={classes.checks}>
      <legend className={classes.legend}>{t('chooseImages')}</legend>
      {urls.map((url, at) => (
        <div key={url} className={classes.check} data-on={on.has(url) || undefined}>
          <ProductPicture src={pictureAt(url, 96)} alt="" size={96} />
          <Checkbox
            aria-label={t('imageOf', { number: at + 1 })}
            checked={on.has(url)}
            onChange={(event) =>
              onChange(urls.filter((one) => (one === url ? event.currentTarget.checked : on.has(one))))
            }
          />
        </div>
      ))}
    </fieldset>
  );
}
