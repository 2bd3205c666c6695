import type { SourceDetail } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SkeletonBox, SkeletonLine } from '../../../kit/skeletons.tsx';
import { pictureAt } from '../../products/index.ts';
import { type Choice, isOffered, type SourceVariant } from './variant-match.ts';
import classes from './variant-picker.module.css';

interface Props {
  detail: SourceDetail;
  choice: Choice;
  variant: SourceVariant | undefined;
  onChoose(choice: Choice): void;
}

/** One row of values for each option. A value that leads to nothing in stock is dimmed, not hidden. */
export function VariantPicker({ detail, choice, variant, onChoose }: Props) {
  const { t } = useTranslation('sourcing');
  if (detail.status === 'partial' && detail.variants.length === 0) return <Partial total={detail.total_variants} />;
  return (
    <div className={classes.picker}>
      {detail.options.map((option) => (
        <fieldset key={option.name} className={classes.option}>
          <legend className={classes.legend}>
            <bdi>{option.name}</bdi>{' '}
            <span className={classes.chosen}>
              <bdi>{choice[option.name] ?? t('detail.choose')}</bdi>
            </span>
          </legend>
          <div className={classes.values}>
            {option.values.map((one) => {
              const on = choice[option.name] === one.value;
              const offered = isOffered(detail, choice, option.name, one.value);
              return (
                <button
                  key={one.id}
                  type="button"
                  aria-pressed={on}
                  className={classes.value}
                  data-picture={one.image !== null || undefined}
                  data-off={!offered || undefined}
                  onClick={() => {
                    const { [option.name]: _, ...others } = choice;
                    onChoose(on && option.values.length > 1 ? others : { ...choice, [option.name]: one.value });
                  }}
                >
                  {one.image ? <ProductPicture src={pictureAt(one.image, 32)} alt="" size={32} /> : null}
                  <bdi>{one.value}</bdi>
                  {offered ? null : <span className="visually-hidden">{t('detail.notOffered')}</span>}
                </button>
              );
            })}
          </div>
        </fieldset>
      ))}
      <p className={classes.state} aria-live="polite">
        {variant ? (
          <>
            <span className="mono">{variant.sku}</span>
            <span data-empty={variant.stock === 0 || undefined}>
              {variant.stock === null
                ? t('detail.stockUnknown')
                : variant.stock === 0
                  ? t('detail.outOfStock')
                  : t('detail.stock', { count: variant.stock })}
            </span>
          </>
        ) : detail.variants.length > 0 ? (
          Object.keys(choice).length === detail.options.length ? (
            t('detail.noSuchVariant')
          ) : (
            t('detail.chooseAll', { count: detail.total_variants })
          )
        ) : null}
      </p>
    </div>
  );
}

/** Variants are still being read at the supplier. */
function Partial({ total }: { total: number }) {
  const { t } = useTranslation('sourcing');
  return (
    <div className={classes.picker} aria-busy="true">
      <SkeletonLine width="30%" />
      <div className={classes.values}>
        {[72, 56, 88, 64].map((width) => (
          <SkeletonBox key={width} width={width} height={32} />
        ))}
      </div>
      <p className={classes.state} role="status">
        {t('detail.partial', { count: total })}
      </p>
    </div>
  );
}
