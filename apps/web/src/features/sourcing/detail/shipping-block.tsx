import type { SourceDetail } from '@quayside/contracts';
import { shownDays } from '@quayside/kernel/days.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CountryPicker } from '../../../kit/country-picker.tsx';
import { PanelSection } from '../../../kit/detail-panel.tsx';
import { Money } from '../../../kit/money.tsx';
import { SkeletonLine } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import type { CallData } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useDaysText } from '../ship-days.tsx';
import { type SourceName, sourceLogistics } from '../source-queries.ts';
import classes from './shipping-block.module.css';

export type LogisticsOption = CallData<'GET /product-sources/logistics/{source}/{product_id}'>['items'][number];

/** The ways to send a product, and the one that is meant: by its name, else the cheapest. */
export function useShipping(product: SourceName, skuId: string | undefined, service: string | undefined) {
  const query = useQuery(sourceLogistics(product, skuId));
  const options = query.data?.items ?? [];
  const chosen =
    options.find((option) => option.service_name === service) ??
    options.find((option) => option.is_cheapest) ??
    options[0];
  return { query, options, chosen };
}

interface Props {
  product: SourceName;
  shipCountries: SourceDetail['shipping_default']['ship_countries'];
  shipping: ReturnType<typeof useShipping>;
  onChoose(service: string): void;
  onShipTo(code: string): void;
}

/** The ways to send a product to a country, with cost and days; choosing one shows the profit with it. */
export function ShippingBlock({ product, shipCountries, shipping, onChoose, onShipTo }: Props) {
  const { t } = useTranslation('sourcing');
  const { country } = useFormats();
  const days = useDaysText();
  const name = useId();
  const { query, options, chosen } = shipping;
  const only = shipCountries.length > 0 ? shipCountries : undefined;
  return (
    <PanelSection
      title={t('detail.shipping')}
      action={<CountryPicker label={t('shipTo')} value={product.shipTo} only={only} onChange={onShipTo} />}
    >
      {query.error && !query.data ? (
        <ErrorState small error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <div className={classes.options} aria-busy="true">
          {[0, 1].map((one) => (
            <div key={one} className={classes.option}>
              <SkeletonLine width="60%" />
            </div>
          ))}
        </div>
      ) : query.data && !query.data.ships ? (
        <p className={classes.refused}>{t('detail.notShipped', { country: country(product.shipTo) })}</p>
      ) : (
        <div
          className={classes.options}
          role="radiogroup"
          aria-label={t('detail.shipping')}
          data-stale={query.isPlaceholderData || undefined}
        >
          {options.map((option) => {
            const processing = shownDays(option.processing_days_min, option.processing_days_max);
            const delivery = shownDays(option.delivery_days_min, option.delivery_days_max);
            return (
              <label key={option.service_name} className={classes.option}>
                <input
                  type="radio"
                  name={name}
                  checked={option.service_name === chosen?.service_name}
                  onChange={() => onChoose(option.service_name)}
                />
                <span className={classes.words}>
                  <span className={classes.name}>
                    {option.service_name}
                    {option.is_cheapest && options.length > 1 ? (
                      <span className={classes.tag}>{t('detail.cheapest')}</span>
                    ) : null}
                  </span>
                  <span className={classes.days}>
                    {processing ? `${t('detail.processing', { days: days(processing) })} · ` : ''}
                    {t('detail.delivery', { days: days(delivery) })}
                    {option.tracked === false ? ` · ${t('detail.untracked')}` : ''}
                  </span>
                </span>
                <span className={classes.amount}>
                  {option.amount === 0 ? t('free') : <Money value={option.amount} currency={option.currency} />}
                </span>
              </label>
            );
          })}
        </div>
      )}
    </PanelSection>
  );
}
