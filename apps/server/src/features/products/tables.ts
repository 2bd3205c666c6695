import type { SupplierId } from '@quayside/connector-kit';
import type { LISTING_STATES, PUSH_STATES, WeightUnit } from '@quayside/contracts';
import type { MessageParams, PriceEnding } from '@quayside/kernel';
import type { Mode } from '../../deps.ts';

export type PushState = (typeof PUSH_STATES)[number];
export type ListingState = (typeof LISTING_STATES)[number];

export interface Picture {
  /** An address, or the path of a picture that we serve ourselves. */
  url: string;
  alt?: string;
}
export interface Option {
  name: string;
  values: string[];
}

/** What the supplier said on the day of the import; amounts in the smallest unit of the product's currency. */
export interface Original {
  title: string;
  descriptionHtml: string;
  vendor: string;
  productType: string;
  tags: string[];
  options: Option[];
  images: Picture[];
  specifications: { name: string; value: string }[];
  variants: {
    sourceVariantId: string;
    sku: string;
    /** Absent: the supplier gave none. */
    barcode?: string;
    optionValues: string[];
    cost: number;
    price: number;
    imageUrl: string | null;
  }[];
  importedAt: string;
}

export interface Product {
  product_id: string;
  source: SupplierId;
  mode: Mode;
  source_product_id: string;
  ship_to: string;
  title: string;
  description_html: string;
  vendor: string;
  product_type: string;
  tags: string[];
  seo_title: string;
  seo_description: string;
  hs_code: string;
  /** ISO 3166-1 alpha-2; empty: not known. */
  origin_country: string;
  /** How the owner reads and types weights, which are stored in grams. */
  weight_unit: WeightUnit;
  /** Of the packed product; null: not known. */
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
  options: Option[];
  images: Picture[];
  currency: string;
  cost_from: number;
  cost_to: number;
  price_from: number;
  price_to: number;
  total_variants: number;
  original: Original;
  revision: number;
  push_state: PushState;
  /** The product that this one is a copy of, or was split off from; null: imported. */
  copied_from: string | null;
  created_at: string;
  updated_at: string;
}

/** Fields that no supplier fills in. */
export type OwnField =
  | 'seo_title'
  | 'seo_description'
  | 'hs_code'
  | 'origin_country'
  | 'weight_unit'
  | 'length_mm'
  | 'width_mm'
  | 'height_mm';

export interface Variant {
  product_id: string;
  variant_id: string;
  source_variant_id: string;
  source_sku: string;
  sku: string;
  /** A GTIN, or another text; empty: none. */
  barcode: string;
  option_values: string[];
  cost: number;
  price: number;
  compare_at_price: number | null;
  stock: number | null;
  weight_grams: number | null;
  /** The supplier's, which edits leave alone. */
  source_weight_grams: number | null;
  image_url: string | null;
  position: number;
  enabled: boolean;
}

/** How a listing is put into its store; kept with it, so that a later try does the same. */
export interface ListingSettings {
  allowSellOutOfStock: boolean;
  syncOrder: boolean;
  publicationIds?: string[];
  /** Units of the store's currency for one of the product's; absent where they are the same. */
  rate?: number;
  /** How converted prices end; absent: as they come out. */
  priceEnding?: PriceEnding;
}

/** A listing that its store has, as far as is known. */
export interface ListedRow {
  listing_id: string;
  product_id: string;
  external_product_id: string;
}

export interface ListingRow {
  listing_id: string;
  product_id: string;
  store_id: string;
  part: number;
  parts: number;
  state: ListingState;
  publish_status: 'active' | 'draft';
  settings: ListingSettings;
  variant_ids: string[];
  /** Variants whose stock an automatic update set to 0. */
  stopped_variants: string[];
  pushed_revision: number | null;
  /** The revision of the store's own values that the last push wrote; 0: none. */
  pushed_override: number;
  external_product_id: string | null;
  handle: string | null;
  url: string | null;
  admin_url: string | null;
  error_key: string | null;
  error_params: MessageParams | null;
  process_id: string | null;
  attempts: number;
  sent_at: string | null;
  pushed_at: string | null;
}
