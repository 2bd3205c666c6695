import type { SourceCard } from '@quayside/contracts';
import { Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../kit/detail-panel.tsx';
import { Pop } from '../../../kit/pop.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import { MoneyRange } from '../../products/index.ts';
import { ShipDays } from '../ship-days.tsx';
import classes from './product-card.module.css';

/** Five facts of a product without leaving the list: price range, orders, reviews, rating, shipping time. */
export function QuickView({ product }: { product: SourceCard }) {
  const { t } = useTranslation('sourcing');
  const { number, count } = useFormats();
  const { details } = product;
  const { min, max } = details.price_range;
  const orMissing = (value: number | null) => (value === null ? '--' : count(value));
  return (
    <Pop
      label={t('quickView')}
      align="end"
      width={330}
      trigger={(props) => (
        <button
          type="button"
          className={classes.round}
          aria-label={t('card.quickView', { name: product.name })}
          data-hint={t('quickView')}
          {...props}
        >
          <Eye size={16} aria-hidden />
        </button>
      )}
    >
      {() => (
        <div className={classes.quick}>
          <Facts
            items={[
              {
                label: t('fact.priceRange'),
                value: <MoneyRange low={min} high={max} currency={product.currency} />,
              },
              { label: t('fact.orders'), value: orMissing(details.lastest_volume) },
              { label: t('fact.reviews'), value: orMissing(details.reviews_count) },
              {
                label: t('fact.rating'),
                value: details.rating === null ? '--' : <bdi>{number(details.rating, 1)} / 5</bdi>,
              },
              {
                label: t('fact.shippingTime'),
                value: <ShipDays min={details.shipping_time_min} max={details.shipping_time_max} />,
              },
            ]}
          />
        </div>
      )}
    </Pop>
  );
}
