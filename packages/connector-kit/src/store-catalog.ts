import type { Money } from '@quayside/kernel';
import type { StoreFields } from './listing-fields.ts';

/** A variant of a product that a store has. */
export interface CatalogVariant {
  externalVariantId: string;
  externalInventoryItemId?: string;
  sku: string;
  barcode: string;
  /** In the order of the product's options; empty for a product without options. */
  optionValues: string[];
  /** Amount 0 where the store has no price. */
  price: Money;
  compareAtPrice: Money | null;
  weightGrams: number | null;
  /** null: the store doesn't track it, or reading it would cost a call. */
  quantity: number | null;
  sellsOutOfStock: boolean;
  hsCode: string;
  originCountry: string;
  /** One of the product's images; absent: none, or not read. */
  imageUrl?: string;
}

/** A product of a store with all that taking it in needs. */
export interface CatalogProduct {
  externalProductId: string;
  /** Our listing id, where we made the product. */
  ref?: string;
  handle: string;
  /** Storefront URL, if shoppers see it. */
  url?: string;
  adminUrl: string;
  title: string;
  descriptionHtml: string;
  vendor: string;
  productType: string;
  tags: string[];
  /** "active" or "draft", else the platform's own word. */
  status: string;
  seo: { title: string; description: string };
  dimensions: { lengthMm: number | null; widthMm: number | null; heightMm: number | null };
  options: { name: string; values: string[] }[];
  images: { url: string; alt?: string }[];
  variants: CatalogVariant[];
  /** What the store holds, by the store's variant id: what later pushes are compared with. */
  holds: StoreFields;
}

/**
 * Why a product can't be taken in: of a kind without a price of its own (a group, a link to another store), with more variants
 * than the platform's products have, with a variation that stands for any value of an option, or unreadable.
 */
export type CatalogRefusal = 'kind' | 'too_many_variants' | 'any_value' | 'unreadable';

/** A product of a store as lists show it. */
export interface CatalogItem {
  externalProductId: string;
  /** Our listing id, where we made the product. */
  ref?: string;
  title: string;
  /** Empty: it has variants, or none. */
  sku: string;
  imageUrl?: string;
  /** null: the store doesn't say. */
  variants: number | null;
  /** "active" or "draft", else the platform's own word. */
  status: string;
  /** Why it can't be taken in, where a list tells. */
  refusal?: CatalogRefusal;
}

export interface CatalogItemPage {
  items: CatalogItem[];
  /** Absent: this was the last page. */
  nextCursor?: string;
}

/** Products that were asked for by id; those that are in neither list are deleted. */
export type CatalogProducts = Omit<CatalogPage, 'nextCursor'>;

/** Ids that may be asked for at once. */
export const MOST_CATALOG_IDS = 20;

export interface CatalogPage {
  products: CatalogProduct[];
  refused: { externalProductId: string; title: string; reason: CatalogRefusal }[];
  /** Absent: this was the last page. */
  nextCursor?: string;
}
