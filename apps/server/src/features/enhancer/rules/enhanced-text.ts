import type { CONTENT_FIELDS, EnhancedField, SEO_FIELDS } from '@quayside/contracts';

/** All product texts that the enhancer rewrites. */
export type EnhancedText = Record<EnhancedField, string>;
/** A new title and description. */
export type ContentText = Record<(typeof CONTENT_FIELDS)[number], string>;
/** Texts for search engines, without HTML. */
export type SeoText = Record<(typeof SEO_FIELDS)[number], string>;

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
