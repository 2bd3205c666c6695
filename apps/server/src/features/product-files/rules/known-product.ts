import type { Product, ProductVariant } from '../../products/index.ts';
import type { CellNote, FileProduct, FileVariant, NotedColumns } from '../csv-file/draft.ts';

/** A product here that a product of a file may be: by its handle, or by the SKU of a variant. */
export interface ProductMatch {
  product_id: string;
  handle: string | null;
  sku: string | null;
}

/** Which product here a product of a file is; 'several': its SKUs belong to more than one. */
export function findKnown(product: FileProduct, matches: readonly ProductMatch[]): string | 'several' | undefined {
  const byHandle = matches.find((one) => one.handle === product.handle);
  if (byHandle) return byHandle.product_id;
  const skus = new Set(product.variants.map(({ sku }) => sku).filter((sku) => sku !== ''));
  const found = new Set(matches.filter((one) => one.sku !== null && skus.has(one.sku)).map((one) => one.product_id));
  return found.size > 1 ? 'several' : [...found][0];
}

const choice = (values: readonly string[]): string => values.map((value) => value.toLowerCase()).join('\n');

/** The variant here that a variant of a file is. */
export function findVariantOf(
  wanted: FileVariant,
  file: FileProduct,
  variants: readonly ProductVariant[],
): ProductVariant | undefined {
  const bySku = wanted.sku === '' ? undefined : variants.find(({ sku }) => sku === wanted.sku);
  if (bySku) return bySku;
  if (file.variants.length === 1 && variants.length === 1) return variants[0];
  return wanted.optionValues.length === 0
    ? undefined
    : variants.find(({ option_values: values }) => choice(values) === choice(wanted.optionValues));
}

/** Variants of a file that the product here doesn't have: a file adds none. */
export const unknownVariants = (
  file: FileProduct,
  variants: readonly ProductVariant[],
  columns: NotedColumns,
): CellNote[] =>
  file.variants
    .filter((wanted) => !findVariantOf(wanted, file, variants))
    .map(({ row, sku, optionValues }) => ({
      row,
      column: columns.sku,
      code: 'CSV_VARIANT_UNKNOWN',
      params: { name: (sku || optionValues.join(' / ')).slice(0, 100) },
    }));

export interface FileEdit {
  product_id: string;
  revision: number;
  title: string;
  description_html?: string;
  vendor?: string;
  product_type?: string;
  tags?: string[];
  seo_title?: string;
  seo_description?: string;
  images?: { url: string; alt?: string }[];
  variants: {
    variant_id: string;
    price?: { amount: number; currency: string };
    compare_at_price?: { amount: number; currency: string };
    sku?: string;
    barcode?: string;
    image_url?: string;
  }[];
}

/** What a file changes in a product that is there. Empty cells change nothing. */
export function toEdit(
  file: FileProduct,
  product: Pick<Product, 'product_id' | 'revision' | 'currency' | 'images'>,
  variants: readonly ProductVariant[],
): FileEdit {
  const { currency } = product;
  const alts = new Map(product.images.map((image) => [image.url, image.alt]));
  return {
    product_id: product.product_id,
    revision: product.revision,
    title: file.title,
    ...(file.descriptionHtml ? { description_html: file.descriptionHtml } : {}),
    ...(file.vendor ? { vendor: file.vendor } : {}),
    ...(file.productType ? { product_type: file.productType } : {}),
    ...(file.tags.length > 0 ? { tags: file.tags } : {}),
    ...(file.seoTitle ? { seo_title: file.seoTitle } : {}),
    ...(file.seoDescription ? { seo_description: file.seoDescription } : {}),
    ...(file.images.length > 0
      ? {
          // A form without alt texts leaves those that the images have.
          images: file.images.map(({ url, alt = alts.get(url) }) => ({ url, ...(alt === undefined ? {} : { alt }) })),
        }
      : {}),
    variants: file.variants.flatMap((wanted) => {
      const variant = findVariantOf(wanted, file, variants);
      if (!variant) return [];
      return [
        {
          variant_id: variant.variant_id,
          ...(wanted.price === null ? {} : { price: { amount: wanted.price, currency } }),
          ...(wanted.compareAt === null ? {} : { compare_at_price: { amount: wanted.compareAt, currency } }),
          ...(wanted.sku === '' ? {} : { sku: wanted.sku }),
          // Files that were read before barcodes were kept have none.
          ...(wanted.barcode ? { barcode: wanted.barcode } : {}),
          ...(wanted.imageUrl === null ? {} : { image_url: wanted.imageUrl }),
        },
      ];
    }),
  };
}
