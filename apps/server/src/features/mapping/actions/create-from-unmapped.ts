import { AppError } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { listStores } from '../../connections/index.ts';
import { findUnmappedLines, type UnmappedProduct } from '../../orders/index.ts';
import { getImportName, type ImportProducts } from '../../products/index.ts';
import { readSource, type SourceName, type SourceWithFacts } from '../../sourcing/index.ts';
import { recommendAll } from '../queries/recommend-unmapped.ts';
import { type Candidate, type Reason, recommend } from '../rules/recommend.ts';
import { findComponents } from './find-components.ts';
import { saveMappings } from './save-mappings.ts';

/** What creating products needs from other features. */
export interface CreatePorts {
  importProducts: ImportProducts;
  /** Products in the suppliers' catalogs that a title names, most relevant first. */
  findCatalog(
    scope: WorkplaceScope,
    ask: { keyword: string; mode: Mode },
  ): Promise<Pick<SourceName, 'source' | 'sourceProductId'>[]>;
}

interface Found {
  source: SourceName['source'];
  sourceProductId: string;
  skuId: string;
  confidence: number;
  reasons: Reason[];
}

export interface Created {
  channelProductId: string;
  productId: string;
  wasThere: boolean;
  confidence: number;
  reasons: Reason[];
}

/** Less certain ones are for a person to decide. */
const LEAST_CONFIDENCE = 75;
/** Surer ones aren't searched in catalogs. */
const SURE = 90;
/** Words of a title that are searched in catalogs. */
const SEARCHED_WORDS = 6;
const SHIP_TO = 'US';

const candidatesOf = (product: SourceWithFacts): (Candidate & { name: SourceWithFacts })[] =>
  product.detail.variants.map((variant) => ({
    mode: product.mode,
    product_id: product.source_product_id,
    variant_id: variant.sourceVariantId,
    title: product.title,
    sku: variant.sku,
    source_sku: variant.sku,
    option_values: variant.optionValues,
    name: product,
  }));

/** The supplier variant that a sold product probably is, among what can be imported. */
async function searchCatalogs(
  deps: Deps,
  ports: CreatePorts,
  scope: WorkplaceScope,
  sold: UnmappedProduct,
  mode: Mode,
): Promise<Found | undefined> {
  const keyword = sold.title.split(/\s+/).slice(0, SEARCHED_WORDS).join(' ');
  const names = await ports.findCatalog(scope, { keyword, mode });
  const candidates: (Candidate & { name: SourceWithFacts })[] = [];
  for (const name of names) {
    const product = await readSource(deps, scope, { ...name, mode, shipTo: SHIP_TO }).catch((error: unknown) => {
      // A supplier that doesn't answer leaves its products out.
      if (error instanceof AppError) return undefined;
      throw error;
    });
    if (product) candidates.push(...candidatesOf(product));
  }
  const best = recommend({ ...sold, mode }, candidates);
  if (!best) return undefined;
  const { confidence, reasons } = best;
  const { name, variant_id: skuId } = best.candidate;
  return { source: name.source, sourceProductId: name.source_product_id, skuId, confidence, reasons };
}

/**
 * Imports the supplier products that sold products probably are, and maps them; orders that wait are matched. Products in
 * the workspace come first. Nothing is written to a store. `failed`: message keys or errors by id.
 */
export async function createFromUnmapped(
  deps: Deps,
  ports: CreatePorts,
  scope: WorkplaceScope,
  lineIds: readonly string[],
): Promise<{ created: Created[]; failed: Map<string, AppError> }> {
  const { workplaceId } = scope;
  const failed = new Map<string, AppError>();
  const created: Created[] = [];
  const { found, sold, stores } = await deps.db.read(scope, async (ex) => {
    const known = new Map((await listStores(ex, workplaceId, false)).map((store) => [store.store_id, store]));
    const rows = await findUnmappedLines(ex, workplaceId, lineIds);
    return { sold: rows, stores: known, found: await recommendAll(ex, workplaceId, rows, known) };
  });
  const refuse = (id: string, key: string) => failed.set(id, new AppError('BAD_REQUEST', key));
  for (const id of lineIds) if (!sold.some((one) => one.channel_product_id === id)) refuse(id, 'UNMAPPED_GONE');
  for (const [at, one] of sold.entries()) {
    const { channel_product_id: id, external_variant_id: variantId } = one;
    const mode = stores.get(one.store_id)?.mode;
    const own = found[at];
    if (!mode || !variantId) {
      refuse(id, 'UNMAPPED_NO_MATCH');
      continue;
    }
    const imported = own && {
      source: own.candidate.source,
      sourceProductId: own.candidate.source_product_id,
      skuId: own.candidate.source_variant_id,
      confidence: own.confidence,
      reasons: own.reasons,
    };
    const listed =
      imported && imported.confidence >= SURE ? undefined : await searchCatalogs(deps, ports, scope, one, mode);
    const best: Found | undefined = listed && listed.confidence > (imported?.confidence ?? 0) ? listed : imported;
    if (!best || best.confidence < LEAST_CONFIDENCE) {
      refuse(id, 'UNMAPPED_NO_MATCH');
      continue;
    }
    const ask = { source: best.source, mode, sourceProductId: best.sourceProductId, shipTo: SHIP_TO };
    const { failed: refused, imported: done } = await ports.importProducts(scope, [ask]);
    const product = done.get(getImportName(ask));
    if (!product) {
      failed.set(id, refused.get(getImportName(ask)) ?? new AppError('BAD_REQUEST', 'UNMAPPED_NO_MATCH'));
      continue;
    }
    const [component] = await findComponents(deps, scope, mode, SHIP_TO, [
      {
        source: best.source,
        source_product_id: best.sourceProductId,
        sku_id: best.skuId,
        pieces_per_unit: 1,
        field: '',
      },
    ]);
    if (!component) continue;
    await deps.db.tenant(scope, (tx) =>
      saveMappings(tx, deps, scope, [
        {
          store_id: one.store_id,
          external_product_id: one.external_product_id,
          external_variant_id: variantId,
          title: one.title,
          variant_title: one.variant_title ?? '',
          choices: [{ component, ship_to: [] }],
        },
      ]),
    );
    const { confidence, reasons } = best;
    created.push({ channelProductId: id, ...product, confidence, reasons });
  }
  return { created, failed };
}
