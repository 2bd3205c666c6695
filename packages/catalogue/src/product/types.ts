import type { CategoryId } from '../categories.ts';
import type { Limit } from '../object-spec.ts';

export interface CatalogueOption {
  name: string;
  values: { value: string; imageKey?: string }[];
}

export interface CatalogueVariant {
  id: string;
  sku: string;
  /** One value per option, in the order of the product's options. */
  optionValues: string[];
  /** What the drop shipper pays for one piece, US cents. */
  costMinor: number;
  /** Suggested retail price, US cents. */
  rspMinor: number;
  weightGrams: number;
  stock: number;
  imageKey: string;
}

/** A product of the demo catalogue. All money is in US cents. */
export interface CatalogueProduct {
  /** For example QS-100001. */
  id: string;
  title: string;
  descriptionHtml: string;
  categoryId: CategoryId;
  categoryPath: string[];
  tags: string[];
  options: CatalogueOption[];
  variants: CatalogueVariant[];
  /** Suggested retail price of the plainest variant, US cents. */
  rspMinor: number;
  imageKeys: string[];
  /** Stars, 1 to 5, one decimal. */
  rating: number;
  reviewsCount: number;
  orderVolume: number;
  specifications: { name: string; value: string }[];
  /** ISO 3166 code of the warehouse's country. */
  shipsFrom: string;
  storeName: string;
  /** ISO 3166 codes of the countries it can be sent to. */
  shipCountries: string[];
  /** What makes sending it harder: see shipping.ts. */
  limits: Limit[];
  /** ISO 3166 code of the country it is made in. */
  madeIn: string;
  /** ISO 3166 codes of the countries it goes to without a charge, by the standard service. */
  freeShippingTo: string[];
}
