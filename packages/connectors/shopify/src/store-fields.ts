import {
  type ConnectorContext,
  type FieldValue,
  type KeptFields,
  keepsOfVariant,
  type ListingInput,
  type ListingToRead,
  NOTHING_KEPT,
  type ProductField,
  type StoreFields,
  type VariantField,
} from '@quayside/connector-kit';
import { moneyFromDecimal } from '@quayside/kernel';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { withRest } from './pages.ts';
import type { RawHeld, RawHeldVariant } from './raw.ts';

type RawMeasurement = NonNullable<RawHeldVariant['inventoryItem']>['measurement'];

/** Points of one request: Shopify refuses more than 1,000, and pushes shall find some left. */
const MOST_POINTS = 600;
const MOST_PRODUCTS = 50;
const VARIANTS_PAGE = 100;
/** A product beside its variants: itself, its SEO texts and the connection. */
const PRODUCT_POINTS = 4;
/** Variants that a merchant may have added to a product without a second page being needed. */
const MORE_VARIANTS = 5;

/** Shopify's statuses as we name them. */
export const STATUS: Record<string, string> = {
  ACTIVE: 'active',
  DRAFT: 'draft',
  ARCHIVED: 'archived',
  UNLISTED: 'unlisted',
};

const productFields = (product: RawHeld): Partial<Record<ProductField, FieldValue>> => ({
  title: product.title,
  descriptionHtml: product.descriptionHtml,
  vendor: product.vendor,
  status: STATUS[product.status] ?? product.status.toLowerCase(),
  seoTitle: product.seo.title ?? '',
  seoDescription: product.seo.description ?? '',
});

const GRAMS: Record<string, number> = { GRAMS: 1, KILOGRAMS: 1000, OUNCES: 28.349523125, POUNDS: 453.59237 };

/** In grams; null: none. Left out where it wasn't read. Shopify keeps a variant without a weight as one of 0. */
function weightOf(measurement: RawMeasurement): Partial<Record<VariantField, FieldValue>> {
  if (!measurement) return {};
  const { unit, value } = measurement.weight ?? { unit: 'GRAMS', value: 0 };
  const grams = GRAMS[unit];
  return grams === undefined ? {} : { weightGrams: value === 0 ? null : Math.round(value * grams) };
}

/**
 * The fields after a write, with the weights: those that were kept as they were, the others as they were sent, since Shopify
 * doesn't reword them and reading them again would cost points.
 */
export function withWeights(
  held: StoreFields,
  input: ListingInput,
  before: StoreFields = { product: {}, variants: {} },
  kept: KeptFields = NOTHING_KEPT,
): StoreFields {
  const variants = { ...held.variants };
  for (const { ref, weightGrams } of input.variants) {
    const fields = variants[ref];
    const there = before.variants[ref]?.weightGrams;
    const isKept = there !== undefined && keepsOfVariant(kept, ref).has('weightGrams');
    const now = isKept ? there : weightGrams || null;
    if (fields && weightGrams !== undefined) variants[ref] = { ...fields, weightGrams: now };
  }
  return { ...held, variants };
}

const variantFields = (variant: RawHeldVariant, currency: string): Partial<Record<VariantField, FieldValue>> => ({
  price: moneyFromDecimal(variant.price, currency).amount,
  compareAtPrice: variant.compareAtPrice ? moneyFromDecimal(variant.compareAtPrice, currency).amount : null,
  sku: variant.sku ?? '',
  barcode: variant.barcode ?? '',
  sellsOutOfStock: variant.inventoryPolicy === 'CONTINUE',
  ...(variant.inventoryItem
    ? {
        hsCode: variant.inventoryItem.harmonizedSystemCode ?? '',
        originCountry: variant.inventoryItem.countryCodeOfOrigin ?? '',
        ...weightOf(variant.inventoryItem.measurement),
      }
    : {}),
});

/** What the shop holds of a listing. `variants`: ours, by our reference. Stock costs points and isn't read; weights
 * are read before an update only, customs data where it costs none. */
export function storeFields(
  product: RawHeld,
  variants: ReadonlyMap<string, RawHeldVariant>,
  currency: string,
): StoreFields {
  const held = [...variants].map(([ref, variant]) => [ref, variantFields(variant, currency)] as const);
  return { product: productFields(product), variants: Object.fromEntries(held) };
}

export const currencyOf = (input: ListingInput): string => input.variants[0]?.price.currency ?? 'USD';

/** A page that holds a product's variants: one point each. */
const pageFor = ({ variants }: ListingToRead): number => Math.min(VARIANTS_PAGE, variants.length + MORE_VARIANTS);

/** Listings of similar size together, each group within the points of one request. */
function groupsOf(listings: readonly ListingToRead[]): ListingToRead[][] {
  const groups: ListingToRead[][] = [];
  for (const one of listings.toSorted((a, b) => pageFor(a) - pageFor(b))) {
    const last = groups.at(-1);
    const points = ((last?.length ?? 0) + 1) * (PRODUCT_POINTS + pageFor(one));
    if (last && last.length < MOST_PRODUCTS && points <= MOST_POINTS) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

const restOf = (ctx: ConnectorContext, id: string) => async (after: string | null) =>
  (await run(ctx, documents.listedVariants, { id, first: VARIANTS_PAGE, after })).product?.variants;

/** What the shop holds of listings, in groups of up to 50. A product that isn't in the answer was deleted. */
export async function readListings(
  ctx: ConnectorContext,
  listings: readonly ListingToRead[],
): Promise<Map<string, StoreFields>> {
  const found = new Map<string, StoreFields>();
  for (const group of groupsOf(listings)) {
    const first = Math.max(...group.map(pageFor));
    const ids = group.map(({ externalProductId }) => externalProductId);
    const { nodes } = await run(ctx, documents.listings, { ids, first }, group.length * first);
    for (const product of nodes) {
      const listing = group.find(({ externalProductId }) => externalProductId === product?.id);
      if (!product || !listing) continue;
      const there = new Map(
        (await withRest(product.variants, restOf(ctx, product.id))).map((variant) => [variant.id, variant]),
      );
      const ours = listing.variants.flatMap(({ ref, externalVariantId }) => {
        const variant = there.get(externalVariantId);
        return variant ? [[ref, variant] as const] : [];
      });
      found.set(product.id, storeFields(product, new Map(ours), listing.currency));
    }
  }
  return found;
}
