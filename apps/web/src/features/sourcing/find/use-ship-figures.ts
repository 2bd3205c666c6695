import type { SourceCard } from '@quayside/contracts';
import { type Days, shownDays } from '@quayside/kernel/days.ts';
import { toNumber } from '@quayside/kernel/money.ts';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { estimate } from '../detail/estimate.ts';
import { importKey } from '../import-state.ts';
import { sourceLogistics } from '../source-queries.ts';
import { cardCountries } from './card-countries.ts';

export interface ShipFigures {
  /** The card's own destination where one was chosen, else the list's. */
  to: string;
  /** Cheapest shipping to that country, and what is left of the suggested price; null: not known. */
  cost: number | null;
  profit: number | null;
  days: Days | undefined;
  isRefused: boolean;
  isFetching: boolean;
}

/** What a card says of shipping: always of the one country that it names. */
export function useShipFigures(product: SourceCard, shipTo: string): ShipFigures {
  const chosen = useSyncExternalStore(cardCountries.watch, cardCountries.all).get(importKey(product));
  const to = chosen ?? shipTo;
  const isOwn = to !== product.ship_to;
  const { data, isFetching } = useQuery({
    ...sourceLogistics({ source: product.source, productId: product.source_product_id, shipTo: to }),
    enabled: isOwn,
  });
  const { details, price, currency } = product;
  if (!isOwn)
    return {
      to,
      cost: details.shipping_cost,
      profit: details.estimated_profit,
      days: shownDays(details.shipping_time_min, details.shipping_time_max),
      isRefused: details.ship_countries.length > 0 && !details.ship_countries.includes(to),
      isFetching,
    };
  const best = data?.items.find((one) => one.is_cheapest) ?? data?.items[0];
  const rsp = details.rsp_price_usd;
  const isCountable = best?.currency === currency && rsp !== null;
  return {
    to,
    cost: best?.amount ?? null,
    profit: isCountable ? toNumber(estimate(rsp, price, best.amount, currency).profit) : null,
    days: shownDays(best?.delivery_days_min, best?.delivery_days_max),
    isRefused: data?.ships === false,
    isFetching,
  };
}
