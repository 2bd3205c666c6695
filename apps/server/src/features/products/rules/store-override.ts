import { STORE_FIELDS, type StoreField, type StoreValues } from '@quayside/contracts';
import type { Product } from '../tables.ts';

/** A store's own values of a product. null: as in all stores. */
export interface StoreOverride extends StoreValues {
  product_id: string;
  store_id: string;
  /** Counts up with every change; 0: nothing was ever set. */
  revision: number;
}

export const NO_VALUES: StoreValues = {
  title: null,
  description_html: null,
  vendor: null,
  product_type: null,
  tags: null,
  seo_title: null,
  seo_description: null,
  status: null,
};

/** Fields in which a store differs from the others. */
export const ownFields = (values: StoreValues): StoreField[] => STORE_FIELDS.filter((field) => values[field] !== null);

/** A product as a store has it. The status is of its listings, not of the product. */
export function inStore(product: Product, own: StoreValues | undefined): Product {
  if (!own) return product;
  return {
    ...product,
    title: own.title ?? product.title,
    description_html: own.description_html ?? product.description_html,
    vendor: own.vendor ?? product.vendor,
    product_type: own.product_type ?? product.product_type,
    tags: own.tags ?? product.tags,
    seo_title: own.seo_title ?? product.seo_title,
    seo_description: own.seo_description ?? product.seo_description,
  };
}

/** Values after an edit; undefined: it changes nothing. Fields that the edit leaves out stay. */
export function editValues(before: StoreValues, edit: Partial<StoreValues>): StoreValues | undefined {
  const after: StoreValues = { ...before };
  for (const field of STORE_FIELDS) if (edit[field] !== undefined) Object.assign(after, { [field]: edit[field] });
  if (after.tags) after.tags = [...new Set(after.tags)];
  const isSame = STORE_FIELDS.every((field) => JSON.stringify(before[field]) === JSON.stringify(after[field]));
  return isSame ? undefined : after;
}

/** Whether a store keeps a value of its own in a field that changes in all stores. */
export const keepsOwn = (before: Product, after: Product, overrides: readonly StoreValues[]): boolean =>
  STORE_FIELDS.some(
    (field) =>
      field !== 'status' &&
      JSON.stringify(before[field]) !== JSON.stringify(after[field]) &&
      overrides.some((own) => own[field] !== null),
  );
