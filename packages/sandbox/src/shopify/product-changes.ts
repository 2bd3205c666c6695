import type { Call } from './call.ts';
import { changeMemberships, type MembershipChange } from './collections.ts';
import { notImplemented, type UserErrorView, userError } from './errors.ts';
import { gid, idOf } from './gid.ts';
import { tellProduct, tellProductDeleted } from './product-events.ts';
import { customKey, type Identifier, type SetResult, saveProduct, setProduct } from './product-set.ts';
import type { ProductSet } from './product-set-check.ts';

/** Inputs that have a default in the schema and no effect here. */
const IGNORED = ['deleteConflictingConstrainedMetafields'];
/** Written by changeMemberships. */
const MEMBERSHIPS = ['collectionsToJoin', 'collectionsToLeave'];
const CHANGEABLE = ['id', 'title', 'descriptionHtml', 'handle', 'vendor', 'productType', 'status', 'tags'];

/** Changes the fields given; lists of a product (variants, files) are not this mutation's. */
export function updateProduct(
  call: Call,
  identifier: Identifier,
  input: ProductSet & MembershipChange & { id?: string | null },
): SetResult {
  const other = Object.keys(input).find((name) => ![...CHANGEABLE, ...MEMBERSHIPS, ...IGNORED].includes(name));
  if (other) throw notImplemented(`productUpdate input field ${other}`);
  if (!identifier.id) throw notImplemented('productUpdate by anything but the id');
  const product = idOf('Product', identifier.id);
  const refused = product === undefined ? [] : changeMemberships(call, product, input);
  if (refused.length > 0) return { errors: refused };
  const skipped = ['id', ...MEMBERSHIPS, ...IGNORED];
  const fields = Object.fromEntries(Object.entries(input).filter(([name]) => !skipped.includes(name)));
  return setProduct(call, { id: identifier.id }, fields);
}

export function deleteProduct(
  call: Call,
  id: string,
): { deletedProductId: string | null; userErrors: UserErrorView[] } {
  const { seed, store } = call;
  const bare = idOf('Product', id);
  const product = bare === undefined ? undefined : store.get(seed.shop, 'product', bare);
  if (!product) return { deletedProductId: null, userErrors: [userError('Product does not exist', ['id'])] };
  store.remove(seed.shop, 'product', product.id);
  store.removeKey(seed.shop, 'handle', product.handle);
  for (const variant of product.variants) {
    store.removeKey(seed.shop, 'variant', String(variant.id));
    store.removeKey(seed.shop, 'item', String(variant.itemId));
  }
  for (const media of product.media) store.removeKey(seed.shop, 'filename', media.filename);
  for (const field of product.metafields) {
    store.removeKey(seed.shop, 'custom', customKey(field.namespace, field.key, field.value));
  }
  tellProductDeleted(call, product.id);
  return { deletedProductId: gid('Product', product.id), userErrors: [] };
}

export interface VariantChange {
  id?: string | null;
  mediaId?: string | null;
  price?: string | number | null;
  compareAtPrice?: string | number | null;
}

const VARIANT_FIELDS = ['id', 'mediaId', 'price', 'compareAtPrice'];
const isAmount = (value: string | number | null | undefined): boolean => value === null || Number(value) >= 0;
const decimal = (value: string | number): string => Number(value).toFixed(2);

/** Gives variants their pictures and prices; all of them or none. */
export function changeVariants(call: Call, productId: string, changes: VariantChange[]): SetResult {
  const bare = idOf('Product', productId);
  const product = bare === undefined ? undefined : call.store.get(call.seed.shop, 'product', bare);
  if (!product) return { errors: [userError('Product does not exist', ['productId'], 'PRODUCT_DOES_NOT_EXIST')] };
  const errors: UserErrorView[] = [];
  changes.forEach((change, at) => {
    const other = Object.keys(change).find((name) => !VARIANT_FIELDS.includes(name));
    if (other) throw notImplemented(`productVariantsBulkUpdate input field ${other}`);
    const field = ['variants', String(at)];
    const variant = product.variants.find((one) => one.id === idOf('ProductVariant', change.id));
    if (!variant) {
      errors.push(userError('Product variant does not exist', field, 'PRODUCT_VARIANT_DOES_NOT_EXIST'));
      return;
    }
    if (change.mediaId !== undefined) {
      const media = product.media.find((one) => one.id === idOf('MediaImage', change.mediaId));
      if (!media) errors.push(userError('Media does not exist on the product', field, 'INVALID_INPUT'));
      else if (media.status !== 'READY')
        errors.push(userError('Non-ready media cannot be used', field, 'INVALID_INPUT'));
      else variant.mediaId = media.id;
    }
    const amounts = [change.price, change.compareAtPrice].filter((one) => one !== undefined);
    if (!amounts.every(isAmount))
      errors.push(
        userError('Price must be greater than or equal to 0', [...field, 'price'], 'GREATER_THAN_OR_EQUAL_TO'),
      );
    else {
      if (change.price !== undefined && change.price !== null) variant.price = decimal(change.price);
      if (change.compareAtPrice !== undefined)
        variant.compareAtPrice = change.compareAtPrice === null ? null : decimal(change.compareAtPrice);
    }
  });
  if (errors.length > 0) return { errors };
  product.updatedAt = call.store.now();
  saveProduct(call, product);
  tellProduct(call, 'PRODUCTS_UPDATE', product);
  return { product };
}

export interface DetachedMedia {
  variantId: string;
  mediaIds: string[];
}

/** Takes media off variants; all of them or none. */
export function detachMedia(call: Call, productId: string, changes: DetachedMedia[]): SetResult {
  const bare = idOf('Product', productId);
  const product = bare === undefined ? undefined : call.store.get(call.seed.shop, 'product', bare);
  if (!product) return { errors: [userError('Product does not exist', ['productId'], 'PRODUCT_DOES_NOT_EXIST')] };
  for (const [at, { variantId, mediaIds }] of changes.entries()) {
    const variant = product.variants.find((one) => one.id === idOf('ProductVariant', variantId));
    const field = ['variantMedia', String(at)];
    if (!variant) return { errors: [userError('Variant does not exist', field, 'PRODUCT_VARIANT_DOES_NOT_EXIST')] };
    const isShown = mediaIds.some((id) => variant.mediaId !== null && idOf('MediaImage', id) === variant.mediaId);
    if (!isShown)
      return { errors: [userError('Media is not attached to the variant', field, 'MEDIA_IS_NOT_ATTACHED_TO_VARIANT')] };
    variant.mediaId = null;
  }
  product.updatedAt = call.store.now();
  saveProduct(call, product);
  tellProduct(call, 'PRODUCTS_UPDATE', product);
  return { product };
}
