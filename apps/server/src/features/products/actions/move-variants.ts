import type { Executor } from '../../../db/index.ts';
import { productsBuying, type SourceVariantName } from '../queries/source-variants.ts';
import { findProducts, findVariants, lockProducts, saveVariantSources } from '../repo.ts';
import type { Variant } from '../tables.ts';

/** Where variants are bought; costs in minor units. */
export interface VariantSource {
  source_variant_id: string;
  source_sku: string;
  cost: number;
  stock: number | null;
  /** As the supplier says. */
  source_weight_grams: number | null;
}

/** A variant with the source that it had. */
export interface MovedVariant extends VariantSource {
  product_id: string;
  variant_id: string;
}

/** A weight that the owner typed stays. */
const weightAfter = (variant: Variant, { source_weight_grams: weight }: VariantSource) => ({
  weight_grams: variant.weight_grams === variant.source_weight_grams ? weight : variant.weight_grams,
});

async function move(
  tx: Executor,
  workplaceId: string,
  productIds: readonly string[],
  next: (variant: Variant, others: readonly Variant[]) => VariantSource | undefined,
): Promise<MovedVariant[]> {
  const products = await lockProducts(tx, workplaceId, productIds);
  const variants = Map.groupBy(await findVariants(tx, workplaceId, productIds), (one) => one.product_id);
  const moved: MovedVariant[] = [];
  for (const product of products) {
    const own = variants.get(product.product_id) ?? [];
    const changes = new Map(own.flatMap((one) => [[one, next(one, own)] as const]).filter(([, to]) => to));
    if (changes.size === 0) continue;
    const renamed = new Map([...changes].map(([one, to]) => [one.source_variant_id, to]));
    // Edits are shown against the original, whose variants are found by the supplier's ids.
    const original = {
      ...product.original,
      variants: product.original.variants.map((one) => {
        const to = renamed.get(one.sourceVariantId);
        return to ? { ...one, sourceVariantId: to.source_variant_id, cost: to.cost } : one;
      }),
    };
    await saveVariantSources(
      tx,
      workplaceId,
      { ...product, original },
      own.map((one) => {
        const to = changes.get(one);
        return to ? { ...one, ...to, ...weightAfter(one, to) } : one;
      }),
    );
    for (const [one] of changes) {
      const { product_id, variant_id, source_variant_id, source_sku, cost, stock, source_weight_grams } = one;
      moved.push({ product_id, variant_id, source_variant_id, source_sku, cost, stock, source_weight_grams });
    }
  }
  return moved;
}

/**
 * Buys another variant of the same supplier product wherever a product buys `name`, and returns the changed variants as
 * they were. Products with costs in another currency, and those that buy the new variant already, stay.
 */
export async function moveVariants(
  tx: Executor,
  workplaceId: string,
  name: SourceVariantName,
  to: VariantSource & { currency: string },
): Promise<MovedVariant[]> {
  const ids = await productsBuying(tx, workplaceId, name);
  const known = new Map((await findProducts(tx, workplaceId, ids)).map((one) => [one.product_id, one]));
  const { currency, ...source } = to;
  return move(tx, workplaceId, ids, (variant, others) => {
    if (variant.source_variant_id !== name.source_variant_id) return undefined;
    if (known.get(variant.product_id)?.currency !== currency) return undefined;
    const isTaken = others.some((one) => one !== variant && one.source_variant_id === source.source_variant_id);
    return isTaken
      ? undefined
      : { ...source, source_weight_grams: source.source_weight_grams ?? variant.source_weight_grams };
  });
}

/** Undoes moveVariants for those variants that still buy `from`. Returns the products that changed. */
export async function moveVariantsBack(
  tx: Executor,
  workplaceId: string,
  from: string,
  former: readonly MovedVariant[],
): Promise<string[]> {
  const before = new Map(former.map((one) => [one.variant_id, one]));
  const ids = [...new Set(former.map((one) => one.product_id))];
  const moved = await move(tx, workplaceId, ids, (variant) => {
    const own = before.get(variant.variant_id);
    if (!own || variant.source_variant_id !== from) return undefined;
    const { product_id: _product, variant_id: _variant, ...source } = own;
    return source;
  });
  return [...new Set(moved.map((one) => one.product_id))];
}
