import type { Money } from '@quayside/kernel/money.ts';
import { type Graph, isNode, type Node } from './json-ld.ts';
import { getCurrency, getPrice } from './price.ts';

/** As many as are looked at: a page with more says nothing more. */
const MOST_OFFERS = 500;
const MOST_SPECIFICATIONS = 20;

/** What can be had, by the last word of schema.org's ItemAvailability. */
const IN_STOCK = new Set([
  'instock',
  'instoreonly',
  'limitedavailability',
  'onlineonly',
  'preorder',
  'presale',
  'backorder',
  'madetoorder',
  'reserved',
]);
const OUT_OF_STOCK = new Set(['outofstock', 'soldout', 'discontinued']);

/** Whether a word of availability, or its address at schema.org, says that it can be had. */
export function availability(value: unknown): boolean | null {
  const text = isNode(value) ? value['@id'] : value;
  if (typeof text !== 'string') return null;
  const word = (text.trim().split(/[/#]/).at(-1) ?? '').replaceAll(/[\s_-]/g, '').toLowerCase();
  return IN_STOCK.has(word) ? true : OUT_OF_STOCK.has(word) ? false : null;
}

/** Prices that nobody pays: the one before a reduction. Source: schema.org/PriceTypeEnumeration. */
const isCrossedOut = (node: Node): boolean =>
  typeof node.priceType === 'string' && /(?:ListPrice|SRP|MSRP|StrikethroughPrice)$/.test(node.priceType);

/** The prices that one offer names: its own, or those of its specifications (as WooCommerce writes them since 9.5). */
function pricesOf(offer: Node, graph: Graph): Money[] {
  const own = getCurrency(offer.priceCurrency);
  const named = [offer.price, offer.lowPrice, offer.highPrice].flatMap((value) =>
    own ? (getPrice(value, own) ?? []) : [],
  );
  if (named.length > 0) return named;
  const specifications = graph.wholes(offer.priceSpecification, MOST_SPECIFICATIONS);
  const paid = specifications.filter((one) => !isCrossedOut(one));
  return (paid.length > 0 ? paid : specifications).flatMap((one) => {
    const currency = getCurrency(one.priceCurrency) ?? own;
    return currency ? [one.price, one.minPrice, one.maxPrice].flatMap((value) => getPrice(value, currency) ?? []) : [];
  });
}

export interface Offers {
  prices: Money[];
  /** Whether one of them can be had; null: none says. */
  inStock: boolean | null;
}

/** What a product is offered for: one offer, many, or the lowest and highest of many with or without the offers themselves. */
export function getOffers(value: unknown, graph: Graph): Offers {
  const given = graph.wholes(value, MOST_OFFERS);
  const inner = given.flatMap((one) => graph.wholes(one.offers, MOST_OFFERS));
  const offers = [...given, ...inner].slice(0, MOST_OFFERS);
  const stocks = offers.flatMap((one) => availability(one.availability) ?? []);
  return {
    prices: offers.flatMap((one) => pricesOf(one, graph)),
    inStock: stocks.length > 0 ? stocks.includes(true) : null,
  };
}
