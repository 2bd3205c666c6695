import { AppError } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { publishAll } from '../../../live/publish.ts';
import { holdImages } from '../../gallery/index.ts';
import { newProductRows } from '../new-product.ts';
import { importedIds, insertProducts, saveOwnFields } from '../repo.ts';
import { FILE_SOURCE } from '../rules/file-source.ts';
import { importedProduct } from '../rules/from-source.ts';
import type { Picture } from '../tables.ts';
import { wantPictures } from './draw-pictures.ts';
import { libraryKeys } from './update-products.ts';

/** A product from a file; amounts in the smallest unit of its currency. */
export interface FileProductInput {
  handle: string;
  title: string;
  /** Clean. */
  descriptionHtml: string;
  vendor: string;
  productType: string;
  tags: string[];
  seoTitle: string;
  seoDescription: string;
  options: string[];
  images: Picture[];
  currency: string;
  variants: {
    sku: string;
    /** Empty: none. */
    barcode: string;
    optionValues: string[];
    price: number;
    compareAt: number | null;
    cost: number;
    stock: number | null;
    grams: number | null;
    imageUrl: string | null;
  }[];
}

type Added = { productId: string; wasThere: boolean };

/**
 * Adds products of a file to the import list, in the caller's transaction. Returns by handle the ids of those that were added and
 * of those that were there already, and why others can't be added.
 */
export async function addFileProducts(
  tx: Executor,
  deps: Pick<Deps, 'queue' | 'clock'>,
  { onImported }: { onImported(tx: Executor, scope: WorkplaceScope, productIds: readonly string[]): Promise<void> },
  scope: WorkplaceScope,
  mode: Mode,
  products: readonly FileProductInput[],
): Promise<{ added: Map<string, Added>; failed: Map<string, AppError> }> {
  const { workplaceId } = scope;
  const failed = new Map<string, AppError>();
  const ready = products.map((product) => {
    const variants = product.variants.map((variant, at) => ({
      sourceVariantId: variant.sku || `${product.handle}-${at + 1}`,
      sku: variant.sku,
      barcode: variant.barcode,
      optionValues: variant.optionValues,
      cost: variant.cost,
      price: variant.price,
      compareAtPrice: variant.compareAt,
      imageUrl: variant.imageUrl,
      stock: variant.stock,
      weightGrams: variant.grams,
    }));
    const imported = importedProduct({
      title: product.title,
      descriptionHtml: product.descriptionHtml,
      vendor: product.vendor,
      productType: product.productType,
      options: product.options.map((name) => ({ name, values: [] })),
      imageUrls: product.images.map(({ url }) => url),
      specifications: [],
      variants,
      importedAt: deps.clock.now(),
    });
    const alts = new Map(product.images.map((image) => [image.url, image]));
    imported.original.images = imported.original.images.map((image) => alts.get(image.url) ?? image);
    imported.original.tags = product.tags;
    const origin = {
      source: FILE_SOURCE,
      mode,
      sourceProductId: product.handle,
      shipTo: 'US',
      currency: product.currency,
    };
    return { input: product, ...newProductRows(origin, imported, variants) };
  });
  const keys = new Set(ready.flatMap((one) => [...libraryKeys(one)]));
  const gone = new Set(await holdImages(tx, workplaceId, [...keys]));
  const whole = ready.filter((one) => {
    const isWhole = [...libraryKeys(one)].every((key) => !gone.has(key));
    if (!isWhole) failed.set(one.input.handle, new AppError('UNPROCESSABLE_ENTITY', 'GALLERY_IMAGE_GONE'));
    return isWhole;
  });
  const inserted = await insertProducts(
    tx,
    scope,
    whole.map((one) => one.product),
    whole.flatMap((one) => one.variants),
  );
  const fresh = whole.filter((one) => inserted.has(one.product.product_id));
  const added = new Map(
    fresh.map((one): [string, Added] => [one.input.handle, { productId: one.product.product_id, wasThere: false }]),
  );
  const others = whole.filter((one) => !inserted.has(one.product.product_id)).map((one) => one.input.handle);
  for (const [handle, productId] of await importedIds(tx, workplaceId, FILE_SOURCE, mode, others))
    added.set(handle, { productId, wasThere: true });
  if (fresh.length === 0) return { added, failed };
  await saveOwnFields(
    tx,
    workplaceId,
    fresh.map(({ input, product }) => ({
      product_id: product.product_id,
      tags: input.tags,
      seo_title: input.seoTitle,
      seo_description: input.seoDescription,
    })),
  );
  await wantPictures(
    tx,
    deps,
    scope,
    fresh.map((one) => one.product),
    fresh.flatMap((one) => one.variants),
  );
  await onImported(tx, scope, [...inserted]);
  await publishAll(tx, workplaceId, [{ topic: 'products', ids: [...inserted].slice(0, 100) }, { topic: 'counts' }]);
  return { added, failed };
}
