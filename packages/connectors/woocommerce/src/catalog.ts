import type {
  CatalogItem,
  CatalogItemPage,
  CatalogPage,
  CatalogProduct,
  CatalogProducts,
  CatalogRefusal,
  CatalogVariant,
  ConnectorContext,
  FieldValue,
} from '@quayside/connector-kit';
import { money } from '@quayside/kernel';
import { z } from 'zod';
import { createClient, type WooClient } from './client.ts';
import { decodeEntities } from './entities.ts';
import type { ShopUnits } from './listing-body.ts';
import { FIELDS, readUnits } from './listings.ts';
import { metaText, REF } from './meta.ts';
import { type RawProduct, type RawVariation, rawProduct } from './raw.ts';
import { storeFields } from './store-fields.ts';
import { readVariationsOfAll } from './variations.ts';

/** Products of a page; variations cost a call for each product that has them. */
const PAGE = 50;
const MORE_FIELDS = ',stock_quantity';
/** Products of these kinds have a price of their own, or variations that have one. */
const KINDS = ['simple', 'variable'];

/** "<id of the last product>:<page>": where the next page starts, and where it is to be looked for. */
function parseCursor(cursor: string | undefined): { after: number; page: number } {
  const [after = 0, page = 1] = (cursor ?? '').split(':').filter(Boolean).map(Number);
  return { after, page };
}

const anyProduct = z.looseObject({ id: z.number().int() });

/** As stored, with all that taking in a product needs. */
const WHOLE = { context: 'edit', _fields: `${FIELDS}${MORE_FIELDS}` };
const IN_ORDER = { orderby: 'id', order: 'asc', per_page: PAGE };

/**
 * The next products by id. WooCommerce cuts lists by place alone: where products before this page were deleted since, it has
 * moved up, so the page before it is asked for its last id.
 */
async function nextProducts(
  client: WooClient,
  { after, page: from }: { after: number; page: number },
  what: Readonly<Record<string, string>>,
) {
  const only: Record<string, string> = what.search === undefined ? {} : { search: what.search };
  let page = from;
  for (; page > 1; page -= 1) {
    const query = { ...IN_ORDER, ...only, page: page - 1, _fields: 'id' };
    const before = await client.get({ path: 'products', query, shape: anyProduct.array() });
    if ((before.at(-1)?.id ?? Number.POSITIVE_INFINITY) <= after) break;
  }
  const query = { ...IN_ORDER, page, ...what };
  const rows = await client.get({ path: 'products', query, shape: anyProduct.array() });
  const fresh = rows.filter(({ id }) => id > after);
  return { rows: fresh, next: rows.length === PAGE ? `${fresh.at(-1)?.id ?? after}:${page + 1}` : undefined };
}

const heldNumber = (value: FieldValue | undefined): number => (typeof value === 'number' ? value : 0);

/** The option values of a variation; undefined: it stands for any value of an option. */
function chosen({ attributes }: RawVariation, options: CatalogProduct['options']): string[] | undefined {
  const values = options.map(
    ({ name }) => attributes.find((one) => one.name.toLowerCase() === name.toLowerCase())?.option ?? '',
  );
  return values.includes('') ? undefined : values;
}

function toProduct(
  raw: RawProduct,
  variations: readonly RawVariation[],
  { baseUrl, currency, units }: { baseUrl: string; currency: string; units: ShopUnits },
): CatalogProduct | CatalogRefusal {
  const options =
    raw.type === 'simple'
      ? []
      : raw.attributes
          .filter(({ variation }) => variation)
          .toSorted((a, b) => a.position - b.position)
          .map(({ name, options: values }) => ({ name, values }));
  const items: (RawProduct | RawVariation)[] = raw.type === 'simple' ? [raw] : [...variations];
  const holds = storeFields(raw, new Map(items.map((item) => [String(item.id), item])), { currency, units });
  const images = raw.images.map(({ src, alt }) => ({ url: src, ...(alt ? { alt } : {}) }));
  const urls = new Map(raw.images.map(({ id, src }) => [id, src]));
  const featured = raw.images[0]?.id;
  const variants: CatalogVariant[] = [];
  for (const item of items) {
    const optionValues = 'type' in item ? [] : chosen(item, options);
    if (!optionValues) return 'any_value';
    const held = holds.variants[String(item.id)] ?? {};
    // A variation without a picture is answered with its product's first one.
    const shown = 'image' in item && item.image && item.image.id !== featured ? urls.get(item.image.id) : undefined;
    variants.push({
      externalVariantId: String(item.id),
      sku: item.sku,
      barcode: item.global_unique_id,
      optionValues,
      price: money(heldNumber(held.price), currency),
      compareAtPrice: typeof held.compareAtPrice === 'number' ? money(held.compareAtPrice, currency) : null,
      weightGrams: typeof held.weightGrams === 'number' ? held.weightGrams : null,
      quantity: item.manage_stock === true ? (item.stock_quantity ?? 0) : null,
      sellsOutOfStock: item.backorders !== 'no',
      hsCode: '',
      originCountry: '',
      ...(shown ? { imageUrl: shown } : {}),
    });
  }
  const size = (value: FieldValue | undefined) => (typeof value === 'number' ? value : null);
  const { lengthMm, widthMm, heightMm } = holds.product;
  const ref = metaText(raw.meta_data, REF);
  return {
    externalProductId: String(raw.id),
    ...(ref ? { ref } : {}),
    handle: raw.slug,
    ...(raw.permalink && raw.status === 'publish' ? { url: raw.permalink } : {}),
    adminUrl: `${baseUrl}/wp-admin/post.php?post=${raw.id}&action=edit`,
    title: decodeEntities(raw.name),
    descriptionHtml: raw.description,
    vendor: '',
    productType: decodeEntities(raw.categories[0]?.name ?? ''),
    tags: raw.tags.map(({ name }) => decodeEntities(name)).filter(Boolean),
    status: raw.status === 'publish' ? 'active' : raw.status,
    seo: { title: '', description: '' },
    dimensions: { lengthMm: size(lengthMm), widthMm: size(widthMm), heightMm: size(heightMm) },
    options,
    images,
    variants,
    holds,
  };
}

/** Products with their variations, as far as they can be taken in. */
async function toProducts(
  ctx: ConnectorContext,
  client: WooClient,
  rows: readonly z.output<typeof anyProduct>[],
  currency: string,
): Promise<CatalogProducts> {
  const units = rows.length > 0 ? await readUnits(client) : { weight: '', size: '' };
  const products: CatalogProduct[] = [];
  const refused: CatalogProducts['refused'] = [];
  const parts = rows.map((row) => ({ row, parsed: rawProduct.safeParse(row) }));
  const variable = parts.flatMap(({ parsed: { data } }) => (data?.type === 'variable' ? data.id : []));
  // A product that is deleted between the list and its variations is left out, as if it had been deleted before.
  const variationsById = await readVariationsOfAll(client, variable, MORE_FIELDS);
  for (const { parsed, row } of parts) {
    const title = typeof row.name === 'string' ? decodeEntities(row.name) : '';
    const refuse = (reason: CatalogRefusal) => refused.push({ externalProductId: String(row.id), title, reason });
    if (!parsed.success) {
      refuse('unreadable');
      continue;
    }
    const raw = parsed.data;
    if (!KINDS.includes(raw.type)) {
      refuse('kind');
      continue;
    }
    const variations = raw.type === 'variable' ? variationsById.get(raw.id) : [];
    if (!variations) continue;
    const product = toProduct(raw, variations, { baseUrl: ctx.baseUrl, currency, units });
    if (typeof product === 'string') refuse(product);
    else products.push(product);
  }
  return { products, refused };
}

/** Products by id, a page at a time. */
export async function listProducts(
  ctx: ConnectorContext,
  { currency, cursor }: { currency: string; cursor?: string },
): Promise<CatalogPage> {
  const client = createClient(ctx);
  const { rows, next } = await nextProducts(client, parseCursor(cursor), WHOLE);
  const found = await toProducts(ctx, client, rows, currency);
  return { ...found, ...(next === undefined ? {} : { nextCursor: next }) };
}

/** Products by id. WooCommerce leaves out ids that it doesn't have, and its list has no trashed ones. */
export async function getProducts(
  ctx: ConnectorContext,
  { currency, externalProductIds }: { currency: string; externalProductIds: readonly string[] },
): Promise<CatalogProducts> {
  const ids = externalProductIds.filter((id) => /^\d+$/.test(id));
  if (ids.length === 0) return { products: [], refused: [] };
  const client = createClient(ctx);
  const query = { include: ids.join(','), per_page: ids.length, ...WHOLE };
  const rows = await client.get({ path: 'products', query, shape: anyProduct.array() });
  return toProducts(ctx, client, rows, currency);
}

/** What a list shows of a product. Other plugins' products may lack any of it. */
const listedProduct = z.object({
  id: z.number().int(),
  parent_id: z.number().int().catch(0),
  type: z.string().catch('simple'),
  status: z.string().catch(''),
  name: z.string().catch(''),
  sku: z.string().catch(''),
  images: z.array(z.object({ src: z.string() })).catch([]),
  variations: z.array(z.unknown()).catch([]),
  meta_data: rawProduct.shape.meta_data.catch([]),
});
const SHORT = {
  context: 'edit',
  _fields: 'id,parent_id,type,status,name,sku,images,variations,meta_data',
};

function toItem(raw: z.output<typeof listedProduct>): CatalogItem {
  const [image] = raw.images;
  const ref = metaText(raw.meta_data, REF);
  return {
    externalProductId: String(raw.id),
    ...(ref ? { ref } : {}),
    title: decodeEntities(raw.name),
    sku: raw.type === 'variable' ? '' : raw.sku,
    ...(image ? { imageUrl: image.src } : {}),
    variants: raw.type === 'variable' ? raw.variations.length : 1,
    status: raw.status === 'publish' ? 'active' : raw.status,
    ...(KINDS.includes(raw.type) ? {} : { refusal: 'kind' as const }),
  };
}

/** Products that have a SKU, themselves or one of their variations. WooCommerce finds whole SKUs only. */
async function productsBySku(client: WooClient, sku: string): Promise<z.output<typeof listedProduct>[]> {
  // A comma separates SKUs.
  if (sku.includes(',')) return [];
  const shape = listedProduct.array();
  const found = await client.get({ path: 'products', query: { sku, per_page: PAGE, ...SHORT }, shape });
  const whole = found.filter(({ type }) => type !== 'variation');
  const parents = found.flatMap((one) => (one.type === 'variation' && one.parent_id > 0 ? one.parent_id : []));
  const missing = [...new Set(parents)].filter((id) => !whole.some((one) => one.id === id));
  if (missing.length === 0) return whole;
  const query = { include: missing.join(','), per_page: missing.length, ...SHORT };
  return [...whole, ...(await client.get({ path: 'products', query, shape }))];
}

/** In WordPress' search, quotes make a phrase, and a dash before a word excludes it. Source: WP_Query::parse_search. */
const toWords = (keyword: string): string =>
  keyword
    .split(/[\s",+]+/)
    .map((word) => word.replace(/^-+/, ''))
    .filter(Boolean)
    .join(' ');

/** Products by keyword: those that have it as a SKU come with the first page. WooCommerce searches descriptions too. */
export async function searchProducts(
  ctx: ConnectorContext,
  { cursor, keyword }: { keyword: string; cursor?: string },
): Promise<CatalogItemPage> {
  const client = createClient(ctx);
  const wanted = keyword.trim();
  const bySku = wanted && cursor === undefined ? await productsBySku(client, wanted) : [];
  const search = toWords(wanted);
  // A keyword of marks alone names no product by title.
  if (wanted && !search) return { items: bySku.map(toItem) };
  const { rows, next } = await nextProducts(client, parseCursor(cursor), { ...SHORT, ...(search ? { search } : {}) });
  const listed = rows.flatMap((row) => listedProduct.safeParse(row).data ?? []);
  const items = new Map([...bySku, ...listed].map((one) => [one.id, toItem(one)]));
  return { items: [...items.values()], ...(next === undefined ? {} : { nextCursor: next }) };
}
