import { checkTypes, oneOf, truthy } from './params.ts';
import type { Attribute, Meta, Product, ProductDoc } from './product-store.ts';
import { toSlug } from './slug.ts';
import { invalidParam } from './wp-error.ts';

type Doc = Record<string, unknown>;

const TYPES = {
  name: 'string',
  slug: 'string',
  type: 'string',
  status: 'string',
  description: 'string',
  short_description: 'string',
  sku: 'string',
  regular_price: 'string',
  sale_price: 'string',
  manage_stock: 'boolean',
  stock_quantity: 'integer',
  backorders: 'string',
  stock_status: 'string',
  weight: 'string',
  dimensions: 'object',
  categories: 'array',
  tags: 'array',
  images: 'array',
  attributes: 'array',
  meta_data: 'array',
  menu_order: 'integer',
  global_unique_id: 'string',
  virtual: 'boolean',
} as const;
const STATUSES = ['draft', 'pending', 'private', 'publish'] as const;

/** A price as wc_format_decimal leaves it: what is no number becomes empty. */
const price = (value: unknown): string => {
  const text = String(value).trim().replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(text) ? text : '';
};

/** Checks the types of a product's or variation's fields, as the schema does before anything runs. */
export function checkProduct(body: Doc): void {
  checkTypes(body, TYPES);
  if (body.status !== undefined && body.status !== null) oneOf('status', String(body.status), STATUSES, 'draft');
  if (body.backorders !== undefined) oneOf('backorders', String(body.backorders), ['no', 'notify', 'yes'], 'no');
}

const given = (body: Doc, name: string): boolean => body[name] !== undefined && body[name] !== null;

/** Missing sizes stay. */
function dimensionsOf(before: ProductDoc['dimensions'], body: Doc): ProductDoc['dimensions'] {
  const next = { length: '', width: '', height: '', ...before };
  for (const side of ['length', 'width', 'height'] as const) if (given(body, side)) next[side] = price(body[side]);
  return next;
}

/** The fields that products and variations share, laid over what was there. */
export function commonFields(doc: ProductDoc, body: Doc, nextMetaId: () => number): ProductDoc {
  const next: ProductDoc = { ...doc };
  if (given(body, 'description')) next.description = String(body.description);
  if (given(body, 'short_description')) next.shortDescription = String(body.short_description);
  if (given(body, 'regular_price')) next.regularPrice = price(body.regular_price);
  if (given(body, 'sale_price')) next.salePrice = price(body.sale_price);
  if (given(body, 'weight')) next.weight = price(body.weight);
  if (given(body, 'dimensions')) next.dimensions = dimensionsOf(doc.dimensions, body.dimensions as Doc);
  if (given(body, 'menu_order')) next.menuOrder = Number(body.menu_order);
  // WC_Product::set_global_unique_id.
  if (given(body, 'global_unique_id')) next.globalUniqueId = String(body.global_unique_id).replace(/[^0-9-]/g, '');
  if (given(body, 'virtual')) next.virtual = truthy(body.virtual);
  if (given(body, 'stock_status')) next.stockStatus = body.stock_status as ProductDoc['stockStatus'];
  if (given(body, 'manage_stock')) next.manageStock = truthy(body.manage_stock);
  if (given(body, 'backorders')) next.backorders = body.backorders as ProductDoc['backorders'];
  if (!next.manageStock) {
    next.stock = null;
    next.backorders = 'no';
  } else if (given(body, 'stock_quantity')) next.stock = Number(body.stock_quantity);
  else next.stock ??= 0;
  // A sale price that is no bargain is dropped.
  if (next.salePrice !== '' && Number(next.salePrice) >= Number(next.regularPrice || 'NaN')) next.salePrice = '';
  next.meta = mergeMeta(doc.meta, body.meta_data, nextMetaId);
  return next;
}

/** Meta by key: a known key is overwritten, a null value removes it. */
export function mergeMeta(known: Meta[], given: unknown, nextId: () => number): Meta[] {
  if (!Array.isArray(given)) return known;
  let next = [...known];
  for (const entry of given as Doc[]) {
    const key = String(entry.key ?? '');
    if (key === '') throw invalidParam('meta_data', 'needs a key.');
    const old = next.find((meta) => (entry.id ? meta.id === Number(entry.id) : meta.key === key));
    if (entry.value === null) next = next.filter((meta) => meta !== old);
    else if (old) next = next.map((meta) => (meta === old ? { ...meta, key, value: entry.value } : meta));
    else next.push({ id: nextId(), key, value: entry.value });
  }
  return next;
}

/** Attributes of a product: name, options, and whether variations choose among them. */
export function getAttributes(given: unknown): Attribute[] {
  if (!Array.isArray(given)) return [];
  return (given as Doc[]).flatMap((entry, index) => {
    const name = String(entry.name ?? '').trim();
    const options = Array.isArray(entry.options)
      ? entry.options.flatMap((option) => String(option).split('|'))
      : String(entry.options ?? '').split('|');
    if (name === '' || !('options' in entry)) return [];
    return [
      {
        id: 0,
        name,
        slug: name,
        position: Number(entry.position ?? index),
        visible: truthy(entry.visible),
        variation: truthy(entry.variation),
        options: options.map((option) => option.trim()).filter((option) => option !== ''),
      },
    ];
  });
}

/** What a variation chooses; an attribute that the product does not offer for variations is passed over in silence. */
export function getChosen(parent: Product, given: unknown): { name: string; option: string }[] {
  if (!Array.isArray(given)) return [];
  return (given as Doc[]).flatMap((entry) => {
    const wanted = toSlug(String(entry.name ?? ''));
    const attribute = parent.doc.attributes.find((known) => known.variation && toSlug(known.name) === wanted);
    return attribute ? [{ name: attribute.name, option: String(entry.option ?? '') }] : [];
  });
}
