import {
  type ConnectorContext,
  ConnectorError,
  type FeedPage,
  type Page,
  type PriceZone,
  type ShippingOption,
  type SourceProduct,
  type SupplierSearch,
} from '@quayside/connector-kit';
import type { Money } from '@quayside/kernel';
import { ask, askFor } from './client.ts';
import { toProduct } from './map.ts';
import * as raw from './raw.ts';

const CURRENCY = 'USD';

export async function categories(ctx: ConnectorContext): Promise<{ id: string; parentId?: string; name: string }[]> {
  const { items } = await ask(ctx, { method: 'GET', path: '/categories', effect: false }, raw.categories);
  return items.map(({ id, parent_id, name }) => (parent_id ? { id, parentId: parent_id, name } : { id, name }));
}

/** The zones of its price list. A warehouse that does not know the question (404) names none. */
export async function priceZones(ctx: ConnectorContext): Promise<PriceZone[]> {
  const found = await askFor(ctx, { method: 'GET', path: '/shipping/zones', effect: false }, raw.zones);
  return (found?.items ?? []).map(({ code, countries, price_list }) => ({
    code,
    countries,
    ...(price_list ? { priceList: price_list } : {}),
  }));
}

function cents(bound: Money | undefined): string | undefined {
  if (!bound) return undefined;
  if (bound.currency !== CURRENCY)
    throw new ConnectorError('rejected', `warehouse prices must be in ${CURRENCY}`, { code: 'invalid_input' });
  return String(bound.amount);
}

async function page(ctx: ConnectorContext, query: Record<string, string | undefined>): Promise<FeedPage> {
  const found = await ask(ctx, { method: 'GET', path: '/products', query, effect: false }, raw.products);
  return {
    items: found.items.map(toProduct),
    ...(found.next_cursor ? { nextCursor: found.next_cursor } : {}),
    ...(found.removed?.length ? { removed: found.removed } : {}),
  };
}

export const search = (ctx: ConnectorContext, query: SupplierSearch): Promise<Page<SourceProduct>> =>
  page(ctx, {
    word: query.word,
    category: query.categoryId,
    cost_from: cents(query.priceFrom),
    cost_to: cents(query.priceTo),
    ship_to: query.shipTo,
    cursor: query.cursor,
    size: String(query.size),
  });

/** Every product with its variants, the oldest change first. */
export const feed = (
  ctx: ConnectorContext,
  input: { since?: string; cursor?: string; size: number },
): Promise<FeedPage> => page(ctx, { since: input.since, cursor: input.cursor, size: String(input.size) });

export async function getProduct(ctx: ConnectorContext, id: string): Promise<SourceProduct | undefined> {
  const path = `/products/${encodeURIComponent(id)}`;
  const found = await askFor(ctx, { method: 'GET', path, effect: false }, raw.product);
  return found && toProduct(found);
}

/** Variants asked for at once. */
const AT_ONCE = 500;

export async function getStock(
  ctx: ConnectorContext,
  ids: readonly string[],
): Promise<{ sourceVariantId: string; stock: number; cost: Money }[]> {
  const rows: { sourceVariantId: string; stock: number; cost: Money }[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const body = { variant_ids: ids.slice(at, at + AT_ONCE) };
    const { items } = await ask(ctx, { method: 'POST', path: '/stock', body, effect: false }, raw.stock);
    rows.push(...items.map(({ variant_id, stock, cost }) => ({ sourceVariantId: variant_id, stock, cost })));
  }
  return rows;
}

export async function quoteShipping(
  ctx: ConnectorContext,
  input: { countryCode: string; postalCode?: string; lines: { sourceVariantId: string; quantity: number }[] },
): Promise<ShippingOption[]> {
  const body = {
    country_code: input.countryCode,
    ...(input.postalCode ? { postal_code: input.postalCode } : {}),
    lines: input.lines.map((line) => ({ variant_id: line.sourceVariantId, quantity: line.quantity })),
  };
  const { options } = await ask(ctx, { method: 'POST', path: '/shipping/quote', body, effect: false }, raw.quote);
  return options.map((option) => ({
    serviceName: option.name,
    amount: option.amount,
    processingDaysMin: option.processing_days.min,
    processingDaysMax: option.processing_days.max,
    deliveryDaysMin: option.delivery_days.min,
    deliveryDaysMax: option.delivery_days.max,
    tracked: option.tracked,
  }));
}
