import type {
  CatalogItemPage,
  CatalogPage,
  CatalogProduct,
  CatalogProducts,
  ConnectorContext,
} from '@quayside/connector-kit';
import { moneyFromDecimal } from '@quayside/kernel';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { withRest } from './pages.ts';
import { NO_OPTION } from './put.ts';
import type { RawCatalogProduct, RawCatalogVariant } from './raw.ts';
import { STATUS, storeFields } from './store-fields.ts';

/** Products of a page with their first variants and media: some 850 points at most, of which Shopify charges what is there. */
const PRODUCTS = 10;
const VARIANTS = 10;
const MEDIA = 10;
/** Products of a page of a search, some 450 points at most. */
const FOUND = 50;
/** Pages of what a product has beyond these: some 500 points, and 200. */
const MORE_VARIANTS = 100;
const MORE_MEDIA = 100;

const moreVariants = (ctx: ConnectorContext, id: string) => async (after: string | null) =>
  (await run(ctx, documents.catalogVariants, { id, first: MORE_VARIANTS, after }, MORE_VARIANTS)).product?.variants;

const moreMedia = (ctx: ConnectorContext, id: string) => async (after: string | null) =>
  (await run(ctx, documents.catalogMedia, { id, first: MORE_MEDIA, after }, MORE_MEDIA)).product?.media;

const isPlaceholder = ({ name, optionValues }: RawCatalogProduct['options'][number]): boolean =>
  name === NO_OPTION.name && optionValues.every((value) => value.name === NO_OPTION.value);

function toProduct(
  ctx: ConnectorContext,
  raw: RawCatalogProduct,
  variants: readonly RawCatalogVariant[],
  media: RawCatalogProduct['media']['nodes'],
  currency: string,
): CatalogProduct {
  const options = raw.options.filter((option) => !isPlaceholder(option));
  const holds = storeFields(raw, new Map(variants.map((variant) => [variant.id, variant])), currency);
  return {
    externalProductId: raw.id,
    ...(raw.ref ? { ref: raw.ref.value } : {}),
    handle: raw.handle,
    ...(raw.onlineStoreUrl ? { url: raw.onlineStoreUrl } : {}),
    adminUrl: `${ctx.baseUrl}/admin/products/${raw.legacyResourceId}`,
    title: raw.title,
    descriptionHtml: raw.descriptionHtml,
    vendor: raw.vendor,
    productType: raw.productType,
    tags: raw.tags,
    status: STATUS[raw.status] ?? raw.status.toLowerCase(),
    seo: { title: raw.seo.title ?? '', description: raw.seo.description ?? '' },
    dimensions: { lengthMm: null, widthMm: null, heightMm: null },
    options: options.map(({ name, optionValues }) => ({ name, values: optionValues.map((value) => value.name) })),
    images: media.flatMap(({ alt, image }) => (image ? [{ url: image.url, ...(alt ? { alt } : {}) }] : [])),
    variants: variants.map((variant) => {
      const weight = holds.variants[variant.id]?.weightGrams;
      return {
        externalVariantId: variant.id,
        externalInventoryItemId: variant.inventoryItem.id,
        sku: variant.sku ?? '',
        barcode: variant.barcode ?? '',
        optionValues: options.map(
          ({ name }) => variant.selectedOptions.find((selected) => selected.name === name)?.value ?? '',
        ),
        price: moneyFromDecimal(variant.price, currency),
        compareAtPrice: variant.compareAtPrice ? moneyFromDecimal(variant.compareAtPrice, currency) : null,
        weightGrams: typeof weight === 'number' ? weight : null,
        quantity: variant.inventoryItem.tracked ? Math.max(0, variant.inventoryQuantity ?? 0) : null,
        sellsOutOfStock: variant.inventoryPolicy === 'CONTINUE',
        hsCode: variant.inventoryItem.harmonizedSystemCode ?? '',
        originCountry: variant.inventoryItem.countryCodeOfOrigin ?? '',
      };
    }),
    holds,
  };
}

async function toProducts(
  ctx: ConnectorContext,
  nodes: readonly RawCatalogProduct[],
  currency: string,
): Promise<CatalogProducts> {
  const products: CatalogProduct[] = [];
  const refused: CatalogProducts['refused'] = [];
  for (const raw of nodes) {
    if (raw.isGiftCard) {
      refused.push({ externalProductId: raw.id, title: raw.title, reason: 'kind' });
      continue;
    }
    const variants = await withRest(raw.variants, moreVariants(ctx, raw.id));
    const media = await withRest(raw.media, moreMedia(ctx, raw.id));
    products.push(toProduct(ctx, raw, variants, media, currency));
  }
  return { products, refused };
}

const SIZES = { variants: VARIANTS, media: MEDIA };
const cursorOf = ({ endCursor, hasNextPage }: { endCursor: string | null; hasNextPage: boolean }) =>
  hasNextPage && endCursor !== null ? { nextCursor: endCursor } : {};

/** Products by id, a page at a time. Shopify's cursor names the last one's place, whatever is made or deleted around it. */
export async function listProducts(
  ctx: ConnectorContext,
  { currency, cursor }: { currency: string; cursor?: string },
): Promise<CatalogPage> {
  const variables = { first: PRODUCTS, ...SIZES, after: cursor ?? null };
  const { products: page } = await run(ctx, documents.catalog, variables, PRODUCTS);
  return { ...(await toProducts(ctx, page.nodes, currency)), ...cursorOf(page.pageInfo) };
}

/** Products by id, a few at a time. A deleted one is answered with null. */
export async function getProducts(
  ctx: ConnectorContext,
  { currency, externalProductIds }: { currency: string; externalProductIds: readonly string[] },
): Promise<CatalogProducts> {
  const nodes: RawCatalogProduct[] = [];
  for (let at = 0; at < externalProductIds.length; at += PRODUCTS) {
    const ids = externalProductIds.slice(at, at + PRODUCTS);
    const found = await run(ctx, documents.catalogProducts, { ids, ...SIZES }, PRODUCTS);
    nodes.push(...found.nodes.flatMap((one) => one ?? []));
  }
  return toProducts(ctx, nodes, currency);
}

/** Words of a search; what isn't a letter or digit separates them, and has a meaning of its own in Shopify's search syntax. */
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Titles with words that start with all of the keyword's, or exactly this SKU. Source: shopify.dev, "Shopify API search syntax";
 * `title` and `sku` are filters of QueryRoot.products.
 */
export function toSearch(keyword: string): string | null {
  const words = keyword.match(WORD);
  if (!words) return null;
  const title = words.map((word) => `title:${word}*`).join(' AND ');
  return `(${title}) OR sku:"${keyword.trim().replaceAll(/["\\]/g, '\\$&')}"`;
}

/** Products by keyword, as lists show them. */
export async function searchProducts(
  ctx: ConnectorContext,
  { cursor, keyword }: { keyword: string; cursor?: string },
): Promise<CatalogItemPage> {
  const variables = { first: FOUND, after: cursor ?? null, query: toSearch(keyword) };
  const { products: page } = await run(ctx, documents.catalogSearch, variables, FOUND);
  return {
    items: page.nodes.map((raw) => {
      const [only] = raw.variants.nodes;
      const url = raw.featuredMedia?.preview?.image?.url;
      const count = raw.variantsCount?.count ?? null;
      return {
        externalProductId: raw.id,
        ...(raw.ref ? { ref: raw.ref.value } : {}),
        title: raw.title,
        sku: count === 1 ? (only?.sku ?? '') : '',
        ...(url ? { imageUrl: url } : {}),
        variants: count,
        status: STATUS[raw.status] ?? raw.status.toLowerCase(),
        ...(raw.isGiftCard ? { refusal: 'kind' as const } : {}),
      };
    }),
    ...cursorOf(page.pageInfo),
  };
}
