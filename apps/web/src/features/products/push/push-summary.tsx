import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LinkedStore } from '../../../lib/account.ts';
import { connectorCan } from '../../../lib/connectors.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { ListingChoice } from './listing-choice.tsx';
import type { RateAsked } from './outcome.ts';
import { PublicationChoice } from './publication-choice.tsx';
import classes from './push-drawer.module.css';
import type { PushProduct } from './push-product.ts';
import type { PushChoices, PushGroup } from './push-request.ts';
import { RateFields } from './rate-fields.tsx';
import { SplitRule } from './split-rule.tsx';
import { StoreChoice } from './store-choice.tsx';
import type { useSuggestedRates } from './suggested-rates.ts';

interface Props {
  stores: readonly LinkedStore[];
  products: readonly PushProduct[];
  groups: readonly PushGroup<LinkedStore>[];
  choices: Omit<PushChoices, 'rates'>;
  /** Rates that the server asked for, with its words. */
  asked: readonly RateAsked[];
  /** How many products the stores will hold, all together. */
  total: number;
  /** Pairs of currencies that need a rate. */
  needed: readonly { from: string; to: string }[];
  suggested: ReturnType<typeof useSuggestedRates>;
  typedRates: Readonly<Record<string, number | null>>;
  onTypedRates(typed: Record<string, number | null>): void;
  onChange(patch: Partial<Omit<PushChoices, 'rates'>>): void;
  /** What changes in the stores. */
  children?: ReactNode;
}

/** Where the products go and how: stores, state, stock, splitting. Source: rule B195. */
export function PushSummary(props: Props) {
  const { stores, products, groups, choices, asked, total, needed, onChange } = props;
  const { t } = useTranslation('products');
  const { number } = useFormats();
  const platforms = [...new Set(groups.flatMap((group) => group.stores.map((store) => store.platform)))];
  const shops = groups.flatMap((group) => group.stores).filter((store) => connectorCan(store.platform, 'publications'));
  return (
    <section className={classes.summary} aria-label={t('push.summary')}>
      <h3 className={classes.heading}>{t('push.summary')}</h3>
      <div className={classes.block}>
        <h4 className={classes.label}>{t('push.where')}</h4>
        <StoreChoice
          stores={stores}
          products={products}
          chosen={choices.storeIds}
          onChange={(storeIds) => onChange({ storeIds })}
        />
        {shops.map((store) => (
          <PublicationChoice
            key={store.id}
            store={store}
            chosen={choices.publications[store.id]}
            onChange={(list) => {
              const { [store.id]: _, ...others } = choices.publications;
              onChange({ publications: list ? { ...others, [store.id]: list } : others });
            }}
          />
        ))}
      </div>
      {needed.length > 0 ? (
        <RateFields
          needed={needed}
          asked={asked}
          suggested={props.suggested}
          typed={props.typedRates}
          ending={choices.ending}
          onRates={props.onTypedRates}
          onEnding={(ending) => onChange({ ending })}
        />
      ) : null}
      {groups.some((group) => group.stores.length > 0) ? (
        <p className={classes.note}>
          {t('push.pricing')}{' '}
          <Link to="/app/setting/selling-price" className={classes.inText}>
            {t('push.pricingLink')}
          </Link>
        </p>
      ) : null}
      {platforms.some((one) => !choices.channels[one]) || platforms.length === 0 ? (
        <ListingChoice
          channel={undefined}
          value={choices}
          onChange={({ publish, sellOutOfStock }) => onChange({ publish, sellOutOfStock })}
        />
      ) : null}
      {platforms.map((one) => {
        const own = choices.channels[one];
        return own ? (
          <ListingChoice
            key={one}
            channel={one}
            value={own}
            onChange={(next) => onChange({ channels: { ...choices.channels, [one]: next } })}
          />
        ) : null;
      })}
      <SplitRule products={products} split={choices.split} onChange={(split) => onChange({ split })} />
      {props.children}
      <dl className={classes.total}>
        <dt>{t('push.total')}</dt>
        <dd>{number(total)}</dd>
      </dl>
    </section>
  );
}
