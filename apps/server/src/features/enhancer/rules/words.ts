import type { EnhancedField } from '@quayside/contracts';

/** The words of a product that are written anew. */
export type Words = Record<EnhancedField, string>;

/** What a writer is told of a product, and nothing else. */
export interface Facts {
  title: string;
  descriptionHtml: string;
  productType: string;
  options: readonly { name: string; values: readonly string[] }[];
  specifications: readonly { name: string; value: string }[];
}

/** A title as stores take it; what is longer is refused of a model and never made by a template. */
export const LONGEST_TITLE = 255;
/** What search results and shop windows show whole. */
export const GOOD_TITLE = 70;
/** Characters of HTML; ten times what a long description has. */
export const LONGEST_DESCRIPTION = 20_000;
