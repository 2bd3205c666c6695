/** Choices of product feeds. Separate from the calls, so that screens load no schemas. */

/** xml: RSS 2.0 with Google's namespace. Both have the attributes of Google's product data specification. */
export const PRODUCT_FEED_FORMATS = ['xml', 'csv'] as const;
export type ProductFeedFormat = (typeof PRODUCT_FEED_FORMATS)[number];
