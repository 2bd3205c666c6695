/** Characters that are kept of a search engine title and description. */
export const LONGEST_SEO_TITLE = 255;
export const LONGEST_SEO_DESCRIPTION = 1_000;

/** Characters that search engines show before they cut a text off. Source: the guide lines in Shopify's admin. */
export const SHOWN_SEO_TITLE = 70;
export const SHOWN_SEO_DESCRIPTION = 160;
