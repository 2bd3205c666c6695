import type { Collection } from '@quayside/contracts';
import type { ListState } from '../../../kit/use-list-view.ts';
import type { CallQuery } from '../../../lib/api.ts';
import { LISTING_BANDS, PRICE_BANDS, VOLUME_BANDS } from './bands.ts';
import { getSort } from './sorts.ts';

type FindQuery = NonNullable<CallQuery<'GET /center/products/find'>>;

export const PAGE_SIZE = 40;
export const DEFAULT_SHIP_TO = 'US';

/** What decides which products come, beside search, filters and order. */
export interface FindPlace {
  shipTo: string;
  category: string | undefined;
  collection?: Collection;
}

const known = <B extends string>(bands: readonly B[], values: readonly string[] | undefined): B[] | undefined => {
  const found = bands.filter((band) => values?.includes(band));
  return found.length > 0 ? found : undefined;
};
const decimal = (values: readonly string[] | undefined): number | undefined => {
  const value = Number(values?.[0]);
  return values?.[0] && Number.isFinite(value) && value >= 0 ? value : undefined;
};

/** A country code as an address may hold it; anything else counts as the usual destination. */
export const getShipTo = (code: string | undefined): string =>
  code && /^[A-Z]{2}$/.test(code) ? code : DEFAULT_SHIP_TO;

/** The screen's state as the call wants it. What an address holds by mistake is left out. */
export function findQuery(state: ListState, place: FindPlace, cursor: string | undefined): FindQuery {
  const { filters } = state;
  const sources = filters.source?.filter((source) => source !== 'all');
  return {
    keyword: state.q || undefined,
    category_id: place.category,
    collection: place.collection,
    source: sources?.length ? sources : undefined,
    price: known(PRICE_BANDS, filters.price),
    price_min: decimal(filters.cost_min),
    price_max: decimal(filters.cost_max),
    rating_min: filters.rating?.includes('4') ? 4 : undefined,
    order_volume: known(VOLUME_BANDS, filters.volume),
    listing_count: known(LISTING_BANDS, filters.listings),
    only_shippable: filters.shippable?.[0] === '1' ? 'true' : undefined,
    hide_viewed: filters.viewed?.[0] === 'hide' ? 'true' : undefined,
    ship_to: place.shipTo,
    sort: getSort(state.sort),
    page_size: PAGE_SIZE,
    page: state.page,
    cursor,
  };
}
