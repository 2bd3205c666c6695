import type { EnhancedField } from '@quayside/contracts';

/** The rewritten texts of a product. */
export type EnhancedText = Record<EnhancedField, string>;

/** Everything a writer learns about a product. */
export interface Facts {
  title: string;
  descriptionHtml: string;
  productType: string;
  options: readonly { name: string; values: readonly string[] }[];
  specifications: readonly { name: string; value: string }[];
}

/** Maximum title length accepted by stores; longer model titles are refused. */
export const LONGEST_TITLE = 255;
/** Length that search results and storefronts show in full. */
export const GOOD_TITLE = 70;
/** Characters of HTML: ten times a long description. */
export const LONGEST_DESCRIPTION = 20_000;
