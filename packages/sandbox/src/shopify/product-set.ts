import { randomUUID } from 'node:crypto';
import { type Call, ownNamespace } from './call.ts';
import { type UserErrorView, userError } from './errors.ts';
import { idOf } from './gid.ts';
import { activeLocations } from './locations.ts';
import type { MediaDoc, MetafieldDoc, ProductDoc, VariantDoc } from './model.ts';
import { cents, decimal } from './money.ts';
import { tellProduct } from './product-events.ts';
import { checkProductSet, type FileSet, type ProductSet, type VariantSet } from './product-set-check.ts';

export interface Identifier {
  id?: string | null;
  handle?: string | null;
  customId?: { namespace?: string | null; key: string; value: string } | null;
}

export type SetResult = { product: ProductDoc } | { errors: UserErrorView[] };

const FETCH_AFTER_MS = 50;

export const customKey = (namespace: string, key: string, value: string): string => `${namespace}.${key}=${value}`;

const refuse = (message: string, field: string[], code: string): SetResult => ({
  errors: [userError(message, field, code)],
});

/** The product that an identifier names; an error where it must name one and does not. */
function target(call: Call, identifier: Identifier | null | undefined, input: ProductSet): SetResult | undefined {
  const { seed, store } = call;
  const found = (id: number | undefined): SetResult | undefined => {
    const product = id === undefined ? undefined : store.get(seed.shop, 'product', id);
    return product && { product };
  };
  if (identifier?.id) {
    const missing = () => refuse('Product does not exist', ['identifier', 'id'], 'PRODUCT_DOES_NOT_EXIST');
    return found(idOf('Product', identifier.id)) ?? missing();
  }
  if (identifier?.handle) {
    if (input.handle && input.handle !== identifier.handle) {
      return refuse('The handle must match the identifier', ['input', 'handle'], 'INPUT_MISMATCH');
    }
    return found(store.byKey(seed.shop, 'handle', identifier.handle));
  }
  if (identifier?.customId) {
    const { key, value } = identifier.customId;
    const namespace = identifier.customId.namespace ?? ownNamespace(call.clientId);
    if (store.byKey(seed.shop, 'definition', `PRODUCT ${namespace}.${key} id`) === undefined) {
      const message = `Metafield definition of type id not found for ${namespace}.${key}`;
      return refuse(message, ['identifier', 'customId'], 'INVALID_METAFIELD');
    }
    const matches = input.metafields?.some((field) => field.key === key && field.value === value) ?? true;
    if (!matches) {
      return refuse('Metafields must contain the custom id', ['input', 'metafields'], 'METAFIELD_MISMATCH');
    }
    return found(store.byKey(seed.shop, 'custom', customKey(namespace, key, value)));
  }
  return undefined;
}

function slug(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '') || 'product';
}

function freeHandle(call: Call, title: string): string {
  const base = slug(title);
  for (let at = 0; ; at += 1) {
    const handle = at === 0 ? base : `${base}-${at}`;
    if (call.store.byKey(call.seed.shop, 'handle', handle) === undefined) return handle;
  }
}

function mediaOf(call: Call, files: FileSet[], there: MediaDoc[], now: string): MediaDoc[] {
  const { seed, store } = call;
  return files.flatMap((file): MediaDoc[] => {
    const known = there.find((media) => media.id === idOf('MediaImage', file.id));
    if (known) return [{ ...known, alt: file.alt ?? known.alt }];
    if (!file.originalSource) return [];
    const wanted =
      file.filename ?? decodeURIComponent(new URL(file.originalSource).pathname.split('/').at(-1) || 'file');
    const ending = wanted.lastIndexOf('.');
    const taken = store.byKey(seed.shop, 'filename', wanted) !== undefined;
    // APPEND_UUID, Shopify's default for a name that is in use.
    const filename = taken ? `${wanted.slice(0, ending)}_${randomUUID()}${wanted.slice(ending)}` : wanted;
    const id = store.next();
    store.setKey(seed.shop, 'filename', filename, id);
    const media = { id, alt: file.alt ?? null, filename, source: file.originalSource, createdAt: now };
    return [{ ...media, status: 'PROCESSING', contentType: null }];
  });
}

const amount = (value: string | number | null | undefined): string | null =>
  value === undefined || value === null ? null : decimal(cents(String(value)));

/** An optional text: left out stays, null or empty clears. */
const changed = (next: string | null | undefined, before: string | null | undefined): string | null =>
  next === undefined ? (before ?? null) : next || null;

function variantOf(
  call: Call,
  product: ProductDoc,
  input: VariantSet,
  kept: VariantDoc | undefined,
  at: number,
  now: string,
): VariantDoc {
  const values = product.options.map(
    (option, index) =>
      (input.optionValues.find((one) => one.optionName === option.name) ?? input.optionValues[index])?.name?.trim() ??
      '',
  );
  const source = input.file?.originalSource;
  const media = product.media.find((one) =>
    source ? one.source === source : one.id === idOf('MediaImage', input.file?.id),
  );
  const base = kept ?? {
    id: call.store.next(),
    itemId: call.store.next(),
    sku: '',
    barcode: null,
    price: '0.00',
    compareAtPrice: null,
    policy: 'DENY' as const,
    tracked: false,
    weight: null,
    hsCode: null,
    origin: null,
    // Stocked where quantities are given, else at the primary location.
    levels: (input.inventoryQuantities?.length ? {} : { [String(call.seed.locationId)]: 0 }) as Record<string, number>,
    mediaId: null,
    createdAt: now,
  };
  const levels: Record<string, number> = { ...base.levels };
  for (const { locationId, quantity } of input.inventoryQuantities ?? []) {
    levels[String(idOf('Location', locationId))] = quantity;
  }
  return {
    ...base,
    values,
    levels,
    position: input.position ?? at + 1,
    sku: input.sku ?? input.inventoryItem?.sku ?? base.sku,
    barcode: input.barcode === undefined ? base.barcode : input.barcode,
    price: amount(input.price) ?? base.price,
    compareAtPrice: input.compareAtPrice === undefined ? base.compareAtPrice : amount(input.compareAtPrice),
    policy: input.inventoryPolicy ?? base.policy,
    tracked: input.inventoryItem?.tracked ?? base.tracked,
    weight: input.inventoryItem?.measurement?.weight ?? base.weight,
    hsCode: changed(input.inventoryItem?.harmonizedSystemCode, base.hsCode),
    origin: changed(input.inventoryItem?.countryCodeOfOrigin, base.origin),
    mediaId: input.file ? (media?.id ?? null) : base.mediaId,
    updatedAt: now,
  };
}

const sameValues = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((value, at) => value.toLowerCase() === b[at]?.toLowerCase());

function setVariants(call: Call, product: ProductDoc, inputs: VariantSet[], now: string): UserErrorView | undefined {
  const next: VariantDoc[] = [];
  for (const [at, input] of inputs.entries()) {
    const id = input.id ? idOf('ProductVariant', input.id) : undefined;
    const byId = product.variants.find((variant) => variant.id === id);
    if (input.id && !byId) {
      return userError(
        'Product variant does not exist',
        ['input', 'variants', String(at)],
        'PRODUCT_VARIANT_DOES_NOT_EXIST',
      );
    }
    const active = activeLocations(call);
    const elsewhere = input.inventoryQuantities?.find((one) => {
      const id = idOf('Location', one.locationId) ?? 0;
      // Whether productSet stocks a variant that it has already at a further location is not documented.
      return !active.has(id) || (byId && !(String(id) in byId.levels));
    });
    if (elsewhere) {
      return userError(
        'Location could not be found',
        ['input', 'variants', String(at), 'inventoryQuantities'],
        'INVALID_INPUT',
      );
    }
    const fresh = variantOf(call, product, input, byId, at, now);
    const byValues = byId ?? product.variants.find((variant) => sameValues(variant.values, fresh.values));
    next.push(byValues && !byId ? variantOf(call, product, input, byValues, at, now) : fresh);
  }
  product.variants = next;
  return undefined;
}

export function getMetafields(
  call: Call,
  inputs: NonNullable<ProductSet['metafields']>,
  there: MetafieldDoc[],
): MetafieldDoc[] {
  return inputs.map((input) => {
    const namespace = input.namespace ?? ownNamespace(call.clientId);
    const key = input.key ?? '';
    const known = there.find((field) => field.namespace === namespace && field.key === key);
    const type = input.type ?? known?.type ?? 'single_line_text_field';
    return { id: known?.id ?? call.store.next(), namespace, key, type, value: input.value ?? '' };
  });
}

function emptyProduct(call: Call, input: ProductSet, now: string): ProductDoc {
  return {
    id: call.store.next(),
    title: '',
    handle: input.handle ?? freeHandle(call, input.title ?? ''),
    descriptionHtml: '',
    vendor: call.seed.name,
    productType: '',
    status: 'ACTIVE',
    tags: [],
    options: [],
    variants: [],
    media: [],
    metafields: [],
    publications: [],
    createdAt: now,
    updatedAt: now,
  };
}

/** Brings a product to the state of the input: lists replace what is there, other fields change where given. */
export function setProduct(call: Call, identifier: Identifier | null | undefined, input: ProductSet): SetResult {
  const { seed, store } = call;
  const there = target(call, identifier, input);
  if (there && 'errors' in there) return there;
  const errors = checkProductSet(input, !there);
  if (errors.length > 0) return { errors };
  const owner = input.handle ? store.byKey(seed.shop, 'handle', input.handle) : undefined;
  if (owner !== undefined && owner !== there?.product.id) {
    return refuse('Handle already in use. Please provide a new handle.', ['input', 'handle'], 'HANDLE_NOT_UNIQUE');
  }

  const now = store.now();
  const product = there?.product ?? emptyProduct(call, input, now);
  const before = new Set(product.media.map((media) => media.id));
  product.title = input.title ?? product.title;
  product.descriptionHtml = input.descriptionHtml ?? product.descriptionHtml;
  product.vendor = input.vendor ?? product.vendor;
  product.productType = input.productType ?? product.productType;
  product.status = input.status ?? product.status;
  product.tags = input.tags ? [...new Set(input.tags)].sort() : product.tags;
  if (input.seo)
    product.seo = {
      title: changed(input.seo.title, product.seo?.title),
      description: changed(input.seo.description, product.seo?.description),
    };
  if (input.handle) product.handle = input.handle;
  if (input.files) product.media = mediaOf(call, input.files, product.media, now);
  if (input.metafields) product.metafields = getMetafields(call, input.metafields, product.metafields);
  else if (!there && identifier?.customId) {
    const { key, namespace, value } = identifier.customId;
    product.metafields = getMetafields(call, [{ key, namespace, value, type: 'id' }], []);
  }
  if (input.productOptions && input.variants) {
    product.options = input.productOptions.map((option) => {
      const known = product.options.find((one) =>
        option.id ? one.id === idOf('ProductOption', option.id) : one.name === option.name,
      );
      return {
        id: known?.id ?? store.next(),
        name: option.name ?? '',
        values: (option.values ?? []).map((value) => {
          const name = value.name?.trim() ?? '';
          return { id: known?.values.find((one) => one.name === name)?.id ?? store.next(), name };
        }),
      };
    });
    const error = setVariants(call, product, input.variants, now);
    if (error) return { errors: [error] };
  } else if (!there) {
    product.options = [{ id: store.next(), name: 'Title', values: [{ id: store.next(), name: 'Default Title' }] }];
    setVariants(call, product, [{ optionValues: [{ optionName: 'Title', name: 'Default Title' }] }], now);
  }
  product.updatedAt = now;
  saveProduct(call, product);
  if (product.media.some((media) => !before.has(media.id)))
    store.later(seed.shop, 'fetch-media', product.id, FETCH_AFTER_MS);
  tellProduct(call, there ? 'PRODUCTS_UPDATE' : 'PRODUCTS_CREATE', product);
  return { product };
}

/** Writes a product and the keys under which it and its parts are found. */
export function saveProduct(call: Pick<Call, 'store' | 'seed'>, product: ProductDoc): void {
  const { seed, store } = call;
  store.save(seed.shop, 'product', product);
  store.setKey(seed.shop, 'handle', product.handle, product.id);
  for (const variant of product.variants) {
    store.setKey(seed.shop, 'variant', String(variant.id), product.id);
    store.setKey(seed.shop, 'item', String(variant.itemId), product.id);
  }
  for (const field of product.metafields) {
    if (field.type === 'id')
      store.setKey(seed.shop, 'custom', customKey(field.namespace, field.key, field.value), product.id);
  }
}
