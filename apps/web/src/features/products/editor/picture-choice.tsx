import { ImageOff, Images } from 'lucide-react';
import { memo, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pop } from '../../../kit/pop.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { LibraryPicker } from '../library/lazy-library.tsx';
import { pictureAt } from '../picture-at.ts';
import classes from './picture-choice.module.css';

interface Props {
  productId: string;
  /** The variant's name, for reading aloud. */
  name: string;
  value: string | null;
  images: readonly { url: string }[];
  tabIndex: number;
  onChange(url: string | null): void;
}

/** A variant's picture, chosen among those of the product. */
export const PictureChoice = memo(function PictureChoice(props: Props) {
  const { productId, name, value, images, tabIndex, onChange } = props;
  const { t } = useTranslation('products');
  const [picking, setPicking] = useState(false);
  const urls = [...new Set([...images.map((image) => image.url), ...(value ? [value] : [])])];
  return (
    <>
      <Pop
        label={t('editor.variantPicture', { name })}
        width={264}
        trigger={(props) => (
          <button
            type="button"
            className={classes.button}
            aria-label={t('editor.variantPicture', { name })}
            tabIndex={tabIndex}
            {...props}
          >
            <ProductPicture src={pictureAt(value, 40)} alt="" size={40} />
          </button>
        )}
      >
        {(close) => (
          <div className={classes.grid}>
            {urls.map((url, index) => (
              <button
                key={url}
                type="button"
                className={classes.choice}
                aria-label={t('editor.picture', { number: index + 1 })}
                aria-pressed={url === value}
                onClick={() => {
                  onChange(url);
                  close();
                }}
              >
                <ProductPicture src={pictureAt(url, 56)} alt="" size="fill" />
              </button>
            ))}
            <button
              type="button"
              className={classes.choice}
              data-none
              aria-label={t('editor.noPicture')}
              data-hint={t('editor.noPicture')}
              aria-pressed={value === null}
              onClick={() => {
                onChange(null);
                close();
              }}
            >
              <ImageOff size={18} aria-hidden />
            </button>
            <button
              type="button"
              className={classes.choice}
              data-none
              aria-label={t('editor.fromLibrary')}
              data-hint={t('editor.fromLibrary')}
              onClick={() => {
                close();
                setPicking(true);
              }}
            >
              <Images size={18} aria-hidden />
            </button>
          </div>
        )}
      </Pop>
      <Suspense fallback={null}>
        {picking ? (
          <LibraryPicker
            productId={productId}
            current={images.map((image) => image.url)}
            many={false}
            onClose={() => setPicking(false)}
            onChoose={([url]) => url && onChange(url)}
          />
        ) : null}
      </Suspense>
    </>
  );
});
