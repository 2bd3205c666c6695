import type { CatalogPage, CatalogProduct, ConnectorContext } from '@quayside/connector-kit';
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

/** Products by id, a page at a time. Shopify's cursor names the last one's place, whatever is made or deleted around it. */
export async function listProducts(
  ctx: ConnectorContext,
  { currency, cursor }: { currency: string; cursor?: string },
): Promise<CatalogPage> {
  const variables = { first: PRODUCTS, variants: VARIANTS, media: MEDIA, after: cursor ?? null };
  const { products: page } = await run(ctx, documents.catalog, variables, PRODUCTS);
  const products: CatalogProduct[] = [];
  const refused: CatalogPage['refused'] = [];
  for (const raw of page.nodes) {
    if (raw.isGiftCard) {
      refused.push({ externalProductId: raw.id, title: raw.title, reason: 'kind' });
      continue;
    }
    const variants = await withRest(raw.variants, moreVariants(ctx, raw.id));
    const media = await withRest(raw.media, moreMedia(ctx, raw.id));
    products.push(toProduct(ctx, raw, variants, media, currency));
  }
  const { hasNextPage, endCursor } = page.pageInfo;
  return { products, refused, ...(hasNextPage && endCursor !== null ? { nextCursor: endCursor } : {}) };
}
