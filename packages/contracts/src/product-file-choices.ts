/** Choices of product files. Separate from the calls, so that screens load no schemas. */

/** The product CSV of Shopify, and the one of WooCommerce. */
export const PRODUCT_FILE_FORMS = ['shopify', 'woocommerce'] as const;
export type ProductFileForm = (typeof PRODUCT_FILE_FORMS)[number];

export const PRODUCT_EXPORT_STATES = ['running', 'done', 'failed'] as const;
export const PRODUCT_IMPORT_STATES = ['reading', 'ready', 'applying', 'done', 'refused', 'discarded'] as const;
/** known: the product is there already. */
export const PRODUCT_ITEM_FATES = ['new', 'known', 'refused'] as const;
export type ProductItemFate = (typeof PRODUCT_ITEM_FATES)[number];
export const PRODUCT_ITEM_OUTCOMES = ['created', 'updated', 'skipped', 'failed'] as const;
/** What an import does with products that are there already. */
export const KNOWN_PRODUCT_CHOICES = ['skip', 'update'] as const;
export type KnownProductChoice = (typeof KNOWN_PRODUCT_CHOICES)[number];

export const PRODUCT_FILE = {
  types: ['text/csv'],
  most: 32 * 1024 * 1024,
} as const;
export const MOST_PRODUCT_ROWS = 50_000;
/** Variants of one product. Source: Shopify, "Variants", 2,048 per product. */
export const MOST_FILE_VARIANTS = 2_048;
