import type { PushSettings } from '@quayside/contracts';
import { resultingProducts, type SplitOptions } from '@quayside/contracts/split.ts';
import type { PriceEnding } from '@quayside/kernel/price-ending.ts';
import type { LinkedStore } from '../../../lib/account.ts';
import type { CallBody } from '../../../lib/api.ts';
import type { PushProduct } from './push-product.ts';

type Store = Pick<LinkedStore, 'id' | 'platform' | 'currency' | 'is_sandbox' | 'status'>;

export interface ListingOptions {
  publish: boolean;
  sellOutOfStock: boolean;
}

/** What is chosen on the right of the push drawer. */
export interface PushChoices extends ListingOptions {
  storeIds: readonly string[];
  /** Channels with options of their own, by platform. */
  channels: Readonly<Record<string, ListingOptions>>;
  split: SplitOptions;
  /** Chosen publications by store id; absent: all of the store. */
  publications: Readonly<Record<string, readonly { id: string; handle: string }[]>>;
  /** Units of a store's currency for one of the product's, by the store's currency. */
  rates: Readonly<Record<string, number>>;
  /** How prices end that are converted by a rate. */
  ending: PriceEnding;
}

export type StoreObstacle = 'reconnect' | 'sandbox' | 'live' | 'some-sandbox';

/** Why a store cannot take the products, or only some of them: play goods and real ones never meet. */
export function getObstacle(
  store: Store,
  products: readonly Pick<PushProduct, 'is_sandbox'>[],
): StoreObstacle | undefined {
  if (store.status !== 'active') return 'reconnect';
  const strangers = products.filter((product) => product.is_sandbox !== store.is_sandbox).length;
  if (strangers === 0) return undefined;
  if (strangers < products.length) return 'some-sandbox';
  return store.is_sandbox ? 'live' : 'sandbox';
}

/** Whether a store can take at least one of the products. */
export const canTake = (store: Store, products: readonly Pick<PushProduct, 'is_sandbox'>[]): boolean => {
  const obstacle = getObstacle(store, products);
  return obstacle === undefined || obstacle === 'some-sandbox';
};

/** Pairs of currencies for which a rate is needed before anything is pushed: USD goods to a store in EUR. */
export function ratesNeeded(groups: readonly PushGroup[]): { from: string; to: string }[] {
  const pairs = groups.flatMap((group) =>
    group.stores.flatMap((store) => group.products.map((product) => `${product.currency} ${store.currency}`)),
  );
  return [...new Set(pairs)].flatMap((pair) => {
    const [from = '', to = ''] = pair.split(' ');
    return from === to ? [] : [{ from, to }];
  });
}

/** Products with the stores that take them: play goods go to play stores, real ones to real stores. */
export interface PushGroup<S extends Store = Store> {
  products: PushProduct[];
  stores: S[];
}

/** What goes where. Products that none of the stores takes are in no group. */
export function pushGroups<S extends Store>(products: readonly PushProduct[], stores: readonly S[]): PushGroup<S>[] {
  return [true, false].flatMap((isSandbox) => {
    const group = {
      products: products.filter((product) => product.is_sandbox === isSandbox),
      stores: stores.filter((store) => store.is_sandbox === isSandbox && store.status === 'active'),
    };
    return group.products.length > 0 && group.stores.length > 0 ? [group] : [];
  });
}

/** How many products the stores will hold, all together. */
export function pushedCount(groups: readonly PushGroup[], split: SplitOptions): number {
  const parts = (products: readonly PushProduct[]) =>
    products.reduce((sum, product) => sum + resultingProducts(product.total_variant, split), 0);
  return groups.reduce((sum, group) => sum + parts(group.products) * group.stores.length, 0);
}

/** The options in effect on a channel. */
export const optionsOn = (
  choices: Pick<PushChoices, keyof ListingOptions | 'channels'>,
  channel: string,
): ListingOptions => choices.channels[channel] ?? choices;

/** Settings per channel, as the stores chosen need them. */
function settingsFor(choices: Omit<PushChoices, 'storeIds'>, stores: readonly Store[]): PushSettings {
  const settings: PushSettings = {};
  for (const store of stores) {
    const chosen = choices.publications[store.id];
    const before = settings[store.platform]?.publications;
    const options = optionsOn(choices, store.platform);
    settings[store.platform] = {
      is_publish: options.publish,
      allow_sell_out_of_stock: options.sellOutOfStock,
      sync_order: true,
      ...(chosen || before
        ? { publications: [...(before ?? []), ...(chosen ?? [])].map(({ id, handle }) => ({ id, handle })) }
        : {}),
    };
  }
  return settings;
}

/** What is the same for every way of pushing. */
function common(choices: Omit<PushChoices, 'storeIds'>, stores: readonly Store[]) {
  return {
    variant_options: choices.split,
    ...(Object.keys(choices.rates).length > 0 ? { rates: { ...choices.rates }, price_ending: choices.ending } : {}),
    settings: settingsFor(choices, stores),
  };
}

/** The push of our own products to all chosen stores. */
export function ownPush(
  products: readonly PushProduct[],
  choices: Omit<PushChoices, 'storeIds'>,
  stores: readonly Store[],
): CallBody<'POST /center/products/push-multiple-channel'> {
  const { settings, ...rest } = common(choices, stores);
  return {
    product_ids: products.map((product) => product.id),
    store_ids: stores.map((store) => store.id),
    push_settings: settings,
    ...rest,
  };
}

/** The push of suppliers' products to one store; they are imported on the way. */
export function sourcePush(
  products: readonly PushProduct[],
  choices: Omit<PushChoices, 'storeIds'>,
  store: Store,
): CallBody<'POST /center/products/source/push'> {
  const { settings, ...rest } = common(choices, [store]);
  return {
    store_id: store.id,
    type: 'dropship',
    products: products.map(({ id, source, ship_to, total_variant }) => ({
      supplier_product_id: id,
      source,
      ship_to,
      total_variants: total_variant,
    })),
    product_listings: settings,
    optimize_preferences: { is_optimize_product_content: false, is_optimize_product_image: false },
    ...rest,
  };
}

/** Why the button is off; undefined when it is on. `asked`: rates that the server asked for. Source: rule B196. */
export function pushObstacle(
  products: readonly PushProduct[],
  groups: readonly PushGroup[],
  rates: PushChoices['rates'],
  asked: readonly { to: string }[] = [],
): 'products' | 'stores' | 'rates' | undefined {
  if (products.length === 0) return 'products';
  if (groups.length === 0) return 'stores';
  if ([...ratesNeeded(groups), ...asked].some(({ to }) => !rates[to])) return 'rates';
  return undefined;
}
