import type { PageProduct } from '@quayside/contracts/extension-messages.ts';
import type { Money } from '@quayside/kernel/money.ts';
import { plainHost } from '@quayside/kernel/plain-host.ts';
import { webAddress } from './address.ts';
import { type PageParts, readParts } from './html-parts.ts';
import { buildGraph, type Graph, getTypes, isNode, type Node, toList } from './json-ld.ts';
import { getOffers } from './offers.ts';
import { readPageMeta } from './page-meta.ts';
import { getRating } from './rating.ts';
import { getLine, plainText } from './text.ts';

/** Types of schema.org that are a product; a group has variants that differ in a size or colour. */
const GROUP = 'ProductGroup';
const PRODUCTS = new Set(['Product', GROUP, 'IndividualProduct', 'ProductModel', 'SomeProducts']);
const MOST_VARIANTS = 500;
const MOST_PICTURES = 20;
const MOST_TITLE = 500;
const MOST_DESCRIPTION = 5_000;
const MOST_BRAND = 200;

const isProduct = (node: Node): boolean => getTypes(node).some((type) => PRODUCTS.has(type));

/** Whether an object says to be of the page that is read. */
const isHere = (node: Node, address: string): boolean => {
  const here = new URL(address);
  return [node.url, node['@id']].some((value) => {
    const at = webAddress(value, address);
    return at !== undefined && new URL(at).pathname === here.pathname && new URL(at).hostname === here.hostname;
  });
};

/** The product that a page is of: a group before its variants, what names this page before others, what is for sale before the rest. */
export function mainProduct(graph: Graph, address: string): Node | undefined {
  const products = graph.top.filter(isProduct);
  const rank = (node: Node): number =>
    (getTypes(node).includes(GROUP) ? 4 : 0) +
    (isHere(node, address) ? 2 : 0) +
    (node.offers === undefined && node.hasVariant === undefined ? 0 : 1);
  return products.toSorted((a, b) => rank(b) - rank(a))[0];
}

/** The variants of a group; each a product. */
export const getVariants = (product: Node, graph: Graph): Node[] => graph.wholes(product.hasVariant, MOST_VARIANTS);

const nameOf = (value: unknown, most: number): string | null =>
  getLine(isNode(value) ? value.name : value, most) ?? null;

/** Addresses of pictures: texts, or objects with an address, as schema.org allows both. */
const picturesOf = (value: unknown, graph: Graph, address: string): string[] =>
  toList(value)
    .slice(0, 100)
    .flatMap((picture) => {
      const node = graph.whole(picture);
      return (
        [picture, node?.contentUrl, node?.url]
          .map((one) => webAddress(one, address))
          .find((one) => one !== undefined) ?? []
      );
    });

interface OfferFacts {
  title: string | null;
  description: string | null;
  pictures: string[];
  prices: Money[];
  inStock: boolean | null;
  brand: string | null;
  rating: PageProduct['rating'];
}

function fromData(parts: PageParts, address: string): OfferFacts | undefined {
  const graph = buildGraph(parts.data);
  const product = mainProduct(graph, address);
  if (!product) return undefined;
  const variants = getVariants(product, graph);
  const offers = [product, ...variants].map((one) => getOffers(one.offers, graph));
  const stocks = offers.flatMap(({ inStock }) => inStock ?? []);
  const first = (read: (node: Node) => string | null): string | null =>
    [product, ...variants.slice(0, 1)].map(read).find((text) => text !== null) ?? null;
  return {
    title: first((node) => getLine(node.name, MOST_TITLE)),
    description: first((node) => plainText(node.description, MOST_DESCRIPTION)),
    pictures: [product, ...variants].flatMap((one) => picturesOf(one.image, graph, address)),
    prices: offers.flatMap(({ prices }) => prices),
    inStock: stocks.length > 0 ? stocks.includes(true) : null,
    brand: first((node) => nameOf(graph.whole(toList(node.brand)[0]) ?? toList(node.brand)[0], MOST_BRAND)),
    rating: getRating(graph.whole(product.aggregateRating)),
  };
}

/** Lowest and highest of prices in the first one's currency. */
function span(prices: readonly Money[]): { price: Money | null; price_to: Money | null } {
  const currency = prices[0]?.currency;
  const same = prices.filter((one) => one.currency === currency).toSorted((a, b) => a.amount - b.amount);
  const lowest = same[0] ?? null;
  const highest = same.at(-1) ?? null;
  return { price: lowest, price_to: lowest && highest && highest.amount > lowest.amount ? highest : null };
}

/**
 * The product that a page describes to machines: schema.org's JSON-LD first, the Open Graph of its head for what that leaves
 * out. Undefined: the page describes none. It never throws, whatever the page is.
 *
 * Sources: schema.org/Product, ProductGroup, Offer; Google's "Product structured data" and its "Variants"; ogp.me; Meta's
 * "Product tags" (product:price:amount).
 */
export function readProduct(html: string, address: string): PageProduct | undefined {
  const parts = readParts(html);
  const meta = readPageMeta(parts, address);
  const data = fromData(parts, address);
  if (!data && !meta.isProduct) return undefined;
  const title = data?.title ?? meta.title;
  if (title === null) return undefined;
  const prices = data && data.prices.length > 0 ? data.prices : meta.price ? [meta.price] : [];
  const pictures = data && data.pictures.length > 0 ? data.pictures : meta.pictures;
  return {
    address: webAddress(address, address) ?? address,
    site: plainHost(address).slice(0, 255),
    title,
    description: data?.description ?? meta.description,
    pictures: [...new Set(pictures)].slice(0, MOST_PICTURES),
    ...span(prices),
    in_stock: data?.inStock ?? meta.inStock,
    brand: data?.brand ?? meta.brand,
    rating: data?.rating ?? null,
  };
}

/** What can be kept of any page: its title and picture; undefined: it has no title. */
export function readAnyPage(
  html: string,
  address: string,
): Pick<PageProduct, 'title' | 'pictures' | 'price'> | undefined {
  const product = readProduct(html, address);
  if (product) return product;
  const meta = readPageMeta(readParts(html), address);
  return meta.title === null ? undefined : { title: meta.title, pictures: meta.pictures.slice(0, 1), price: null };
}
