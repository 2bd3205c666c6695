import type { CellFault } from '../../../../csv/cells.ts';
import type { FileRow } from '../../../../csv/records.ts';

/** Why a row is refused: its number as a spreadsheet counts, the column by its name in the file, and the reason. */
export interface RowFault extends CellFault {
  row: number;
  column: string;
}

/** What a file says of a product. A field that is undefined is left as it is; null clears it. */
export interface ProductDraft {
  handle: string;
  /** Row of the product's first line. */
  row: number;
  status?: 'active' | 'archived';
  title?: string;
  descriptionHtml?: string;
  categoryPath?: string[];
  suggestedPrice?: number | null;
  dimensions?: string | null;
  hsCode?: string | null;
  madeIn?: string | null;
  shipsFrom?: string;
  /** Empty: to every country that there is a shipping rate for. */
  shipsTo?: string[];
  images?: string[];
  options: string[];
  variants: VariantDraft[];
}

export interface VariantDraft {
  row: number;
  sku: string;
  optionValues: string[];
  /** US cents. */
  cost?: number;
  stock?: number;
  grams?: number;
  barcode?: string | null;
  image?: string | null;
}

/** What a file says of one SKU's stock and cost; undefined stays as it is. */
export interface StockDraft {
  row: number;
  sku: string;
  stock?: number;
  cost?: number;
}

/** A shipping rate; an empty `shipsFrom` is for goods from everywhere. Amounts in US cents. */
export interface ShippingRate {
  shipsFrom: string;
  country: string;
  service: string;
  parcel: number;
  perKg: number;
  processingDays: readonly [number, number];
  deliveryDays: readonly [number, number];
}

/** One entry of a file with the rows it was read from: either what it says, or why it is refused. */
export type Entry<D> = { name: string; title: string; rows: FileRow[] } & (
  | { draft: D; faults?: undefined }
  | { draft?: undefined; faults: RowFault[] }
);
