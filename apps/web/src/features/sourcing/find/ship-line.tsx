import type { SourceCard } from '@quayside/contracts';
import { ChevronDown, Truck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CountryList } from '../../../kit/country-picker.tsx';
import { Pop } from '../../../kit/pop.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import { importKey } from '../import-state.ts';
import { useDaysText } from '../ship-days.tsx';
import { cardCountries } from './card-countries.ts';
import classes from './product-card.module.css';
import type { ShipFigures } from './use-ship-figures.ts';

/** Where a card's product would be sent, for how much and how fast; the country can be changed for this card alone. */
export function ShipLine({ product, shipTo, figures }: { product: SourceCard; shipTo: string; figures: ShipFigures }) {
  const { t } = useTranslation('sourcing');
  const { money, country } = useFormats();
  const daysText = useDaysText();
  const key = importKey(product);
  const { to, cost, days, isRefused, isFetching } = figures;
  const { details } = product;
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
              <bdi>{cost === 0 ? t('free') : money(cost, product.currency)}</bdi> · <bdi>{daysText(days)}</bdi>
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
