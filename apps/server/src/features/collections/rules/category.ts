/** The supplier's category of a product, else the type that its owner gave it. */
export const categoryOf = (product: { product_type: string; original: { productType: string } }): string =>
  product.original.productType.trim() || product.product_type.trim();

/** Categories are the same whatever their case and outer spaces. */
export const categoryKey = (name: string): string => name.trim().toLowerCase();
