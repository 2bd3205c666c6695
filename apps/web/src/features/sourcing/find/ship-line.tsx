import type { SourceCard } from '@quayside/contracts';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Truck } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { CountryList } from '../../../kit/country-picker.tsx';
import { Pop } from '../../../kit/pop.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import { importKey } from '../import-state.ts';
import { useDaysText } from '../ship-days.tsx';
import { shownDays } from '../shipping-days.ts';
import { sourceLogistics } from '../source-queries.ts';
import { cardCountries } from './card-countries.ts';
import classes from './product-card.module.css';

/** Where a card's product would be sent, for how much and how fast; the country can be changed for this card alone. */
export function ShipLine({ product, shipTo }: { product: SourceCard; shipTo: string }) {
  const { t } = useTranslation('sourcing');
  const { money, country } = useFormats();
  const daysText = useDaysText();
  const key = importKey(product);
  const chosen = useSyncExternalStore(cardCountries.watch, cardCountries.all).get(key);
  const to = chosen ?? shipTo;
  const own = to !== product.ship_to;
  const { data, isFetching } = useQuery({
    ...sourceLogistics({ source: product.source, productId: product.source_product_id, shipTo: to }),
    enabled: own,
  });
  const best = data?.items.find((one) => one.is_cheapest) ?? data?.items[0];
  const { details } = product;
  const facts = own
    ? { cost: best?.amount ?? null, days: shownDays(best?.delivery_days_min, best?.delivery_days_max) }
    : { cost: details.shipping_cost, days: shownDays(details.shipping_time_min, details.shipping_time_max) };
  const isRefused = own
    ? data?.ships === false
    : details.ship_countries.length > 0 && !details.ship_countries.includes(to);
  return (
    <Pop
      label={t('shipTo')}
      className={classes.countries}
      trigger={(props) => (
        <button type="button" className={classes.ship} aria-busy={isFetching || undefined} {...props}>
          <span className="visually-hidden">{t('card.shipTo', { country: country(to), name: product.name })}</span>
          <Truck size={14} aria-hidden className="flip" />
          <span className={classes.code}>{to}</span>
          {isRefused ? (
            <span className={classes.refused}>{t('card.notShipped')}</span>
          ) : (
            <span className={classes.shipFacts}>
              <bdi>{facts.cost === 0 ? t('free') : money(facts.cost, product.currency)}</bdi> ·{' '}
              <bdi>{daysText(facts.days)}</bdi>
            </span>
          )}
          <ChevronDown size={12} aria-hidden />
        </button>
      )}
    >
      {(close) => (
        <CountryList
          value={to}
          only={details.ship_countries.length > 0 ? details.ship_countries : undefined}
          onChange={(code) => {
            cardCountries.choose(key, code === shipTo ? undefined : code);
            close();
          }}
        />
      )}
    </Pop>
  );
}
