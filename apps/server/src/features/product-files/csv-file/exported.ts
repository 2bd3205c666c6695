import type { Product, ProductVariant } from '../../products/index.ts';

/** A product to write into a file. */
export interface ExportedProduct {
  product: Product;
  /** Those that are for sale. */
  variants: readonly ProductVariant[];
  /** Unique in the file. */
  handle: string;
  isPublished: boolean;
  /** The absolute URL of a stored image. */
  picture(kept: string): string;
}

/** What no file format takes: control characters other than tabs and line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

export const withoutControls = (text: string): string => text.replace(CONTROLS, '');
