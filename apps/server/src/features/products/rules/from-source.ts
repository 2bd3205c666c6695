import type { Original, Picture } from '../tables.ts';

/** Stores show three options at most (Shopify's limit); what a supplier has beyond is folded into the third. */
const MOST_OPTIONS = 3;
const FOLD = ' / ';

interface SourceVariant {
  sourceVariantId: string;
  sku: string;
  /** Absent: none. */
  barcode?: string;
  optionValues: string[];
  cost: number;
  price: number;
  /** Absent: none. */
  compareAtPrice?: number | null;
  imageUrl: string | null;
  stock: number | null;
  weightGrams: number | null;
}

export interface SourceToImport {
  title: string;
  descriptionHtml: string;
  vendor: string;
  productType: string;
  options: { name: string; values: string[] }[];
  imageUrls: string[];
  specifications: { name: string; value: string }[];
  variants: SourceVariant[];
  importedAt: string;
}

export interface ImportedProduct {
  original: Original;
  variants: SourceVariant[];
  costFrom: number;
  costTo: number;
  priceFrom: number;
  priceTo: number;
}

const folded = (values: readonly string[]): string[] =>
  values.length <= MOST_OPTIONS
    ? [...values]
    : [...values.slice(0, MOST_OPTIONS - 1), values.slice(MOST_OPTIONS - 1).join(FOLD)];

/** Article numbers that a store can tell apart: a supplier's empty or repeated one gives way to its variant's id. */
function withOwnSkus(variants: readonly SourceVariant[]): SourceVariant[] {
  const seen = new Set<string>();
  return variants.map((variant) => {
    const sku = variant.sku.trim();
    const taken = sku === '' || seen.has(sku) ? variant.sourceVariantId : sku;
    seen.add(taken);
    return { ...variant, sku: taken };
  });
}

/** What an import keeps of a supplier's product: the owner's first version, and the original it is compared with. */
export function importedProduct(source: SourceToImport): ImportedProduct {
  const variants = withOwnSkus(source.variants).map((variant) => ({
    ...variant,
    optionValues: folded(variant.optionValues),
  }));
  const names = folded(source.options.map((option) => option.name));
  const options = names.map((name, at) => ({
    name,
    values: [...new Set(variants.flatMap((variant) => variant.optionValues[at] ?? []))],
  }));
  const images: Picture[] = [...new Set(source.imageUrls)].map((url) => ({ url }));
  const costs = variants.map((variant) => variant.cost);
  const prices = variants.map((variant) => variant.price);
  return {
    original: {
      title: source.title,
      descriptionHtml: source.descriptionHtml,
      vendor: source.vendor,
      productType: source.productType,
      tags: [],
      options,
      images,
      specifications: source.specifications,
      variants: variants.map(({ sourceVariantId, sku, barcode, optionValues, cost, price, imageUrl }) => ({
        sourceVariantId,
        sku,
        ...(barcode ? { barcode } : {}),
        optionValues,
        cost,
        price,
        imageUrl,
      })),
      importedAt: source.importedAt,
    },
    variants,
    costFrom: Math.min(...costs),
    costTo: Math.max(...costs),
    priceFrom: Math.min(...prices),
    priceTo: Math.max(...prices),
  };
}
