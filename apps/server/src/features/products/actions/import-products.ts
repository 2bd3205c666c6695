import type { SupplierId } from '@quayside/connector-kit';
import { MOST_VARIANTS } from '@quayside/contracts';
import { AppError, money } from '@quayside/kernel';
import { type Executor, sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { createBatcher } from '../../../jobs/batcher.ts';
import { publishAll } from '../../../live/publish.ts';
import { markStep } from '../../accounts/index.ts';
import type { Admission } from '../../plans/index.ts';
import {
  readSource,
  type ShippingFigure,
  type SourceWithFacts,
  shippingFigures,
  shippingKey,
  variantPrice,
  workplaceFacts,
} from '../../sourcing/index.ts';
import { newProductRows } from '../new-product.ts';
import type { ImportPrice, ProductPorts } from '../ports.ts';
import { importedIds, insertProducts, type NewProduct } from '../repo.ts';
import { importedProduct } from '../rules/from-source.ts';
import type { Variant } from '../tables.ts';
import { wantPictures } from './draw-pictures.ts';

export interface ImportRequest {
  source: SupplierId;
  mode: Mode;
  sourceProductId: string;
  shipTo: string;
}

export interface Imported {
  productId: string;
  wasThere: boolean;
}

type Name = string;
/** How answers name a product among several. */
export const getImportName = (ask: Pick<ImportRequest, 'source' | 'mode' | 'sourceProductId'>): Name =>
  `${ask.source}:${ask.mode}:${ask.sourceProductId}`;

const nameOf = (product: Pick<NewProduct, 'source' | 'mode' | 'source_product_id'>): Name =>
  getImportName({ source: product.source, mode: product.mode, sourceProductId: product.source_product_id });

/** What a product costs in a store: by the workspace's rule, else as the supplier suggests or a multiple of the cost. */
function priceFor(row: SourceWithFacts, cost: number, byRule: ImportPrice | undefined, figure?: ShippingFigure) {
  const { currency } = row;
  const suggested = row.rsp === null ? null : money(variantPrice(row, cost), currency);
  const shipping = figure ? money(figure.cost, figure.currency) : null;
  const ruled = byRule?.({ cost: money(cost, currency), shipping, suggested });
  return { price: ruled?.price ?? variantPrice(row, cost), compareAtPrice: ruled?.compareAt ?? null };
}

interface ImportPricing {
  byRule: ImportPrice | undefined;
  shipping: ReadonlyMap<string, ShippingFigure>;
}

/** The rows of a product to import. Throws IMPORT_STILL_LOADING while the supplier's variants are not all known, and
 * PRODUCT_TOO_MANY_VARIANTS. */
function rowsOf(
  row: SourceWithFacts,
  shipTo: string,
  now: string,
  pricing: ImportPricing,
): { product: NewProduct; variants: Variant[] } {
  const { detail } = row;
  const figure = pricing.shipping.get(shippingKey({ ...row, sourceProductId: row.source_product_id, shipTo }));
  if (row.detail_status !== 'full' || detail.variants.length === 0)
    throw new AppError('BAD_REQUEST', 'IMPORT_STILL_LOADING');
  if (detail.variants.length > MOST_VARIANTS)
    throw new AppError('BAD_REQUEST', 'PRODUCT_TOO_MANY_VARIANTS', {
      params: { variants: detail.variants.length, most: MOST_VARIANTS },
    });
  const imported = importedProduct({
    title: row.title,
    descriptionHtml: detail.descriptionHtml,
    vendor: row.store_name ?? '',
    productType: row.category_path.at(-1) ?? '',
    options: detail.options.map(({ name, values }) => ({ name, values: values.map((one) => one.value) })),
    imageUrls: row.image_urls,
    specifications: detail.specifications,
    variants: detail.variants.map((variant) => ({
      sourceVariantId: variant.sourceVariantId,
      sku: variant.sku,
      ...(variant.barcode ? { barcode: variant.barcode } : {}),
      optionValues: variant.optionValues,
      cost: variant.cost,
      ...priceFor(row, variant.cost, pricing.byRule, figure),
      imageUrl: variant.imageUrl ?? null,
      stock: variant.stock ?? null,
      weightGrams: variant.weightGrams ?? null,
    })),
    importedAt: now,
  });
  const { currency, mode, source, source_product_id: sourceProductId } = row;
  return newProductRows({ source, mode, sourceProductId, shipTo, currency }, imported, detail.variants);
}

/** In demo mode nothing is imported (rule B251). */
export async function refuseInDemoMode(tx: Executor, accountId: string): Promise<void> {
  const on = await tx.first(
    sql`select 1 from account_flag where account_id = ${accountId} and flag = 'meta:DEMO_MODE'`,
  );
  if (on) throw new AppError('FORBIDDEN', 'DEMO_MODE');
}

type Ready = ReturnType<typeof rowsOf>;

interface Part {
  ready: readonly Ready[];
  admission: Admission;
}

/** The ids of those products that are imported already. */
async function alreadyThere(ex: Executor, workplaceId: string, asked: readonly Ready[]): Promise<Map<Name, string>> {
  const there = new Map<Name, string>();
  for (const [, group] of Map.groupBy(asked, ({ product }) => `${product.source} ${product.mode}`)) {
    const { source, mode } = group[0]?.product ?? {};
    if (!source || !mode) continue;
    const wanted = group.map(({ product }) => product.source_product_id);
    for (const [sourceProductId, productId] of await importedIds(ex, workplaceId, source, mode, wanted))
      there.set(getImportName({ source, mode, sourceProductId }), productId);
  }
  return there;
}

type ImportPorts = Pick<ProductPorts, 'quota' | 'onImported' | 'importPrice'>;

/** Writes products down, and answers their ids by name: of those that were there already too. */
async function write(
  tx: Executor,
  deps: Deps,
  ports: ImportPorts,
  scope: WorkplaceScope,
  ready: readonly Ready[],
): Promise<Map<Name, Imported>> {
  const { accountId, workplaceId } = scope;
  const imported = new Map<Name, Imported>();
  const added = await insertProducts(
    tx,
    scope,
    ready.map((one) => one.product),
    ready.flatMap((one) => one.variants),
  );
  for (const { product } of ready)
    if (added.has(product.product_id))
      imported.set(nameOf(product), { productId: product.product_id, wasThere: false });
  const others = ready.filter(({ product }) => !added.has(product.product_id));
  if (others.length > 0) await refuseInDemoMode(tx, accountId);
  // Asked for twice at once it was added with one of the two.
  for (const [name, productId] of await alreadyThere(tx, workplaceId, others))
    if (!imported.has(name)) imported.set(name, { productId, wasThere: true });
  if (added.size === 0) return imported;
  const fresh = ready.filter(({ product }) => added.has(product.product_id));
  await wantPictures(
    tx,
    deps,
    scope,
    fresh.map((one) => one.product),
    fresh.flatMap((one) => one.variants),
  );
  await markStep(tx, accountId, workplaceId, 'FIND_AND_IMPORT');
  await ports.onImported(tx, scope, [...added]);
  await publishAll(tx, workplaceId, [{ topic: 'products', ids: [...added].slice(0, 100) }, { topic: 'counts' }]);
  return imported;
}

export type ImportProducts = (
  scope: WorkplaceScope,
  asks: readonly ImportRequest[],
) => Promise<{ imported: Map<Name, Imported>; failed: Map<Name, AppError> }>;

/**
 * Imports products: those that are there answer their id, and two imports of one product at once make one. Products that
 * cannot be imported, or that the plan does not allow any more, are answered with the reason and keep none of the others. What one person imports by several
 * requests at the same moment shares a transaction.
 */
export function createImport(deps: Deps, ports: ImportPorts): ImportProducts {
  const written = createBatcher(
    (scope: WorkplaceScope) => JSON.stringify(scope),
    (scope, parts: readonly Part[]) =>
      deps.db.tenant(scope, async (tx) => {
        const imported = await write(
          tx,
          deps,
          ports,
          scope,
          parts.flatMap((part) => part.ready),
        );
        for (const { admission } of parts) await admission.confirm(tx);
        const told = new Set<Name>();
        return parts.map((part) => {
          const answer = new Map<Name, Imported>();
          for (const { product } of part.ready) {
            const name = nameOf(product);
            const one = imported.get(name);
            // Of requests for the same product at once, the first one added it.
            if (one) answer.set(name, told.has(name) ? { ...one, wasThere: true } : one);
            told.add(name);
          }
          return answer;
        });
      }),
  );
  const factsOf = workplaceFacts(deps);
  const pricingFor = async (
    scope: WorkplaceScope,
    asks: readonly ImportRequest[],
    currencies: readonly string[],
  ): Promise<ImportPricing> => {
    const rule = asks.length === 0 ? undefined : await ports.importPrice?.(scope, currencies);
    if (!rule?.needsShipping) return { byRule: rule?.price, shipping: new Map() };
    const { ownAccounts } = await factsOf(scope);
    return {
      byRule: rule.price,
      shipping: await deps.db.read(scope, (ex) => shippingFigures(ex, asks, ownAccounts)),
    };
  };
  return async (scope, asks) => {
    const failed = new Map<Name, AppError>();
    const sources: { ask: ImportRequest; row: SourceWithFacts }[] = [];
    const ready: Ready[] = [];
    const attempt = async (ask: ImportRequest, work: () => void | Promise<void>) => {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        failed.set(getImportName(ask), error);
      }
    };
    for (const ask of asks)
      await attempt(ask, async () => {
        sources.push({ ask, row: await readSource(deps, scope, ask) });
      });
    const currencies = [...new Set(sources.map(({ row }) => row.currency))];
    const pricing = await pricingFor(
      scope,
      sources.map(({ ask }) => ask),
      currencies,
    );
    for (const { ask, row } of sources)
      await attempt(ask, () => {
        ready.push(rowsOf(row, ask.shipTo, deps.clock.now(), pricing));
      });
    if (ready.length === 0) {
      await deps.db.read(scope, (ex) => refuseInDemoMode(ex, scope.accountId));
      return { imported: new Map(), failed };
    }
    const admission = await ports.quota.admit(scope, 'PRODUCT_IMPORT', ready.length);
    const admitted = await withinPlan(deps, scope, ready, admission, failed);
    return { imported: await written(scope, { ready: admitted, admission }), failed };
  };
}

/** The products that the plan allows, in their order; the others fail with its refusal. What is there already asks for nothing. */
async function withinPlan(
  deps: Deps,
  scope: WorkplaceScope,
  ready: readonly Ready[],
  { fits, refusal }: Admission,
  failed: Map<Name, AppError>,
): Promise<readonly Ready[]> {
  if (!refusal) return ready;
  const there = await deps.db.read(scope, async (ex) => {
    await refuseInDemoMode(ex, scope.accountId);
    return alreadyThere(ex, scope.workplaceId, ready);
  });
  let left = fits;
  return ready.filter(({ product }) => {
    if (there.has(nameOf(product))) return true;
    left -= 1;
    if (left < 0) failed.set(nameOf(product), refusal);
    return left >= 0;
  });
}
