import { invalidField, notFound, notFoundField } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { remapLinesJob } from '../../orders/index.ts';
import { findProduct, findVariants, type Product, replaceSource, storeVariants } from '../../products/index.ts';
import type { SourceName, SourceWithFacts } from '../../sourcing/index.ts';
import { findChoicesOfSource, lockMappings } from '../repo.ts';
import { type Pair, pairVariants } from '../rules/pair-variants.ts';
import type { Component, ComponentRow } from '../tables.ts';
import { readNamed } from './find-components.ts';
import { saveMappings } from './save-mappings.ts';

export interface Replacement {
  source: SourceName['source'];
  source_product_id: string;
  pairs?: { variant_id: string; sku_id: string }[] | undefined;
  preview: boolean;
}

type Variant = Awaited<ReturnType<typeof findVariants>>[number];
type SourceVariant = SourceWithFacts['detail']['variants'][number];

export interface Replaced {
  product: Product;
  source: SourceWithFacts;
  items: { variant: Variant; partner: SourceVariant | undefined; confidence: number }[];
}

/** What replacing a product needs from tracking: what was seen at the former supplier counts no longer. */
export interface ReplacePorts {
  onReplaced(tx: Executor, scope: WorkplaceScope, productId: string): Promise<unknown>;
}

/** Pairs of the request, or the proposed ones. Throws for unknown supplier variants. */
function pairsOf(wish: Replacement, variants: readonly Variant[], source: SourceWithFacts): Pair[] {
  const proposed = pairVariants(
    variants.map((one) => ({ id: one.variant_id, sku: one.source_sku, option_values: one.option_values })),
    source.detail.variants.map((one) => ({ id: one.sourceVariantId, sku: one.sku, option_values: one.optionValues })),
  );
  if (!wish.pairs) return proposed;
  const partners = new Set(source.detail.variants.map((one) => one.sourceVariantId));
  for (const [at, { sku_id }] of wish.pairs.entries()) {
    if (!partners.has(sku_id)) throw invalidField(`pairs.${at}.sku_id`, 'NotFoundSkuProduct');
    if (wish.pairs.some((one, n) => n < at && one.sku_id === sku_id))
      throw invalidField(`pairs.${at}.sku_id`, 'REPLACE_VARIANT_TWICE');
  }
  const chosen = new Map(wish.pairs.map((one) => [one.variant_id, one.sku_id]));
  return proposed.map((pair) => {
    const partner = chosen.get(pair.id);
    if (partner === undefined) return { id: pair.id, confidence: 0 };
    return partner === pair.partner ? pair : { id: pair.id, partner, confidence: 100 };
  });
}

/** Supplier choices that buy the former product's variants buy their partners instead. */
async function repointMappings(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  scope: WorkplaceScope,
  product: Product,
  source: SourceWithFacts,
  items: Replaced['items'],
): Promise<void> {
  const { mode, source: former, source_product_id: formerId } = product;
  const partners = new Map(items.map(({ partner, variant }) => [variant.source_variant_id, partner]));
  const choices = await findChoicesOfSource(tx, scope.workplaceId, former, mode, formerId);
  const toComponent = (row: ComponentRow): Component => {
    const { mapping_id: _id, position: _position, priority: _priority, ship_to: _countries, ...component } = row;
    const isFormer = row.source === former && row.source_product_id === formerId;
    const partner = isFormer ? partners.get(row.source_variant_id) : undefined;
    if (!partner) return component;
    return {
      source: source.source as Component['source'],
      mode,
      source_product_id: source.source_product_id,
      source_variant_id: partner.sourceVariantId,
      source_sku: partner.sku,
      title: source.title,
      option_values: partner.optionValues,
      image_url: partner.imageUrl ?? source.image_urls[0] ?? null,
      unit_cost: partner.cost,
      cost_currency: source.currency,
      quantity: row.quantity,
    };
  };
  const byVariant = Map.groupBy(choices, (row) => `${row.store_id} ${row.external_variant_id}`);
  const rows = [...byVariant.values()].flatMap(([first, ...others]) =>
    first
      ? [
          {
            store_id: first.store_id,
            external_product_id: first.external_product_id,
            external_variant_id: first.external_variant_id,
            title: first.mapped_title,
            variant_title: first.mapped_variant_title,
            choices: [first, ...others].map(({ further, ...row }) => ({
              component: toComponent(row),
              further: further.map(toComponent),
              ship_to: row.ship_to,
            })),
          },
        ]
      : [],
  );
  if (rows.length > 0) await saveMappings(tx, deps, scope, rows);
}

/**
 * Replaces the supplier product of a product, or only proposes its variants' partners. Listings keep their ids in the
 * stores and nothing is pushed; orders that aren't bought yet are matched again.
 */
export async function replaceSupplier(
  deps: Deps,
  ports: ReplacePorts,
  scope: WorkplaceScope,
  productId: string,
  wish: Replacement,
): Promise<Replaced> {
  const { accountId, workplaceId } = scope;
  const { product, variants } = await deps.db.read(scope, async (ex) => {
    const found = await findProduct(ex, workplaceId, productId);
    if (!found) throw notFound('PRODUCT_NOT_FOUND');
    const own = await findVariants(ex, workplaceId, [productId]);
    const known = new Set(own.map((one) => one.variant_id));
    const strange = wish.pairs?.findIndex((pair) => !known.has(pair.variant_id)) ?? -1;
    if (strange >= 0) throw notFoundField(`pairs.${strange}.variant_id`, 'VARIANT_NOT_FOUND');
    return { product: found, variants: own };
  });
  const { mode, ship_to: shipTo } = product;
  const name = { source: wish.source, mode, sourceProductId: wish.source_product_id, shipTo };
  const source = await readNamed(deps, scope, name, 'source_product_id');
  const partners = new Map(source.detail.variants.map((one) => [one.sourceVariantId, one]));
  const pairs = new Map(pairsOf(wish, variants, source).map((pair) => [pair.id, pair]));
  const items = variants.map((variant) => {
    const pair = pairs.get(variant.variant_id);
    const partner = pair?.partner === undefined ? undefined : partners.get(pair.partner);
    return { variant, partner, confidence: pair?.confidence ?? 0 };
  });
  if (wish.preview) return { product, source, items };
  await deps.db.tenant(scope, async (tx) => {
    // Before the product, as everywhere.
    await lockMappings(tx, workplaceId);
    await replaceSource(tx, workplaceId, productId, {
      source: source.source,
      sourceProductId: source.source_product_id,
      currency: source.currency,
      variants: new Map(
        items.flatMap(({ partner, variant }) =>
          partner
            ? [
                [
                  variant.variant_id,
                  {
                    sourceVariantId: partner.sourceVariantId,
                    sku: partner.sku,
                    cost: partner.cost,
                    stock: partner.stock ?? null,
                    weightGrams: partner.weightGrams ?? null,
                  },
                ] as const,
              ]
            : [],
        ),
      ),
    });
    await repointMappings(tx, deps, scope, product, source, items);
    await ports.onReplaced(tx, scope, productId);
    const listed = await storeVariants(tx, workplaceId, productId);
    const stores = Map.groupBy(listed, (one) => one.store_id);
    await deps.queue.sendMany(
      tx,
      remapLinesJob,
      [...stores].map(([storeId, own]) => ({
        accountId,
        workplaceId,
        storeId,
        variants: own.map((one) => one.external_variant_id),
      })),
    );
    await publish(tx, workplaceId, 'products', [productId]);
  });
  return { product, source, items };
}
