import type { KnownProductChoice } from '@quayside/contracts/product-file-choices.ts';
import { AppError, type MessageParams, nextState } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import type { Admission } from '../../plans/index.ts';
import {
  addFileProducts,
  FILE_SOURCE,
  type FileProductInput,
  findFileMatches,
  findProduct,
  findVariants,
  refuseInDemoMode,
  setSourceStock,
  updateProducts,
} from '../../products/index.ts';
import {
  becomeKnown,
  type EndedItem,
  findImport,
  type ImportRow,
  importConfirmed,
  importDone,
  itemsEnded,
  lockImport,
  type OpenItem,
  openItems,
  skipKnown,
} from '../import-repo.ts';
import { applyProductsJob } from '../jobs.ts';
import type { ProductFilePorts } from '../ports.ts';
import { findKnown, findVariantOf, toEdit, unknownVariants } from '../rules/known-product.ts';
import { PRODUCT_IMPORT_TRANSITIONS } from '../rules/states.ts';

/** Products per transaction. */
const BATCH = 20;
/** How often an update is tried while others edit the same product. */
const TRIES = 3;

/** Starts importing the products of a file after its preview. Throws when the file is not ready. */
export async function confirmProductFile(
  deps: Pick<Deps, 'db' | 'queue'>,
  here: WorkplaceScope,
  importId: string,
  known: KnownProductChoice,
): Promise<void> {
  const { accountId, workplaceId } = here;
  await deps.db.tenant(here, async (tx) => {
    await refuseInDemoMode(tx, accountId);
    const row = await lockImport(tx, workplaceId, importId);
    if (!row) throw new AppError('NOT_FOUND', 'IMPORT_NOT_FOUND');
    if (!nextState(PRODUCT_IMPORT_TRANSITIONS, row.state, 'confirm'))
      throw new AppError('BAD_REQUEST', 'IMPORT_NOT_READY');
    await importConfirmed(tx, workplaceId, importId, known);
    await deps.queue.send(tx, applyProductsJob, { accountId, workplaceId, importId });
  });
}

const failed = (item: OpenItem, error: { key: string; params: MessageParams }): EndedItem => ({
  item_no: item.item_no,
  outcome: 'failed',
  product_id: item.product_id,
  error_key: error.key,
  error_params: error.params,
});
const ended = (item: OpenItem, outcome: EndedItem['outcome'], productId: string | null): EndedItem => ({
  item_no: item.item_no,
  outcome,
  product_id: productId,
  error_key: null,
  error_params: null,
});
const reasonOf = (error: AppError) => ({ key: error.messageKey, params: error.params });

const toInput = ({ draft }: OpenItem, currency: string): FileProductInput => ({
  ...draft,
  currency,
  variants: draft.variants.map((variant) => ({
    ...variant,
    price: variant.price ?? 0,
    // A file without costs is imported with a cost of zero, as its preview says.
    cost: variant.cost ?? 0,
  })),
});

function refusal({ refusal: found }: Admission): AppError {
  if (!found) throw new Error('the plan allows fewer products without a reason');
  return found;
}

/** Adds the next new products. Returns false when there are none. */
async function addNext(
  deps: Deps,
  ports: ProductFilePorts,
  here: WorkplaceScope,
  { import_id: importId, mode, currency }: ImportRow,
): Promise<boolean> {
  const { workplaceId } = here;
  const admission = await ports.quota.admit(here, 'PRODUCT_IMPORT', BATCH);
  return deps.db.tenant(here, async (tx) => {
    const items = await openItems(tx, workplaceId, importId, 'new', BATCH);
    if (items.length === 0) return false;
    // Compared again: another import may have brought the same products since the preview.
    const matches = await findFileMatches(tx, workplaceId, mode, {
      handles: items.map(({ draft }) => draft.handle),
      skus: items.flatMap(({ draft }) => draft.variants.map(({ sku }) => sku).filter((sku) => sku !== '')),
    });
    const found = new Map(items.map((item) => [item.item_no, findKnown(item.draft, matches)]));
    const fresh = items.filter((item) => found.get(item.item_no) === undefined);
    const known = items.flatMap((item) => {
      const id = found.get(item.item_no);
      return id === undefined || id === 'several' ? [] : [{ item_no: item.item_no, product_id: id }];
    });
    const several = items.filter((item) => found.get(item.item_no) === 'several');
    const allowed = fresh.slice(0, admission.fits);
    const refused = fresh.slice(admission.fits);
    const { added, failed: broken } = await addFileProducts(
      tx,
      deps,
      ports,
      here,
      mode,
      allowed.map((item) => toInput(item, currency)),
    );
    if (allowed.length > 0) await admission.confirm(tx);
    const raced = allowed.flatMap((item) => {
      const one = added.get(item.draft.handle);
      return one?.wasThere ? [{ item_no: item.item_no, product_id: one.productId }] : [];
    });
    await becomeKnown(tx, workplaceId, importId, [...known, ...raced]);
    await itemsEnded(tx, workplaceId, importId, [
      ...several.map((item) => failed(item, { key: 'CSV_SKU_SEVERAL', params: {} })),
      ...refused.map((item) => failed(item, reasonOf(refusal(admission)))),
      ...allowed.flatMap((item) => {
        const one = added.get(item.draft.handle);
        const error = broken.get(item.draft.handle);
        if (error) return [failed(item, reasonOf(error))];
        return one && !one.wasThere ? [ended(item, 'created', one.productId)] : [];
      }),
    ]);
    return true;
  });
}

/** Updates one product that is there from a file. Doing it again changes nothing. */
async function updateOne(deps: Deps, here: WorkplaceScope, row: ImportRow, item: OpenItem): Promise<EndedItem> {
  const { workplaceId } = here;
  const { draft, product_id: productId } = item;
  if (productId === null) throw new Error(`known product ${draft.handle} of a file has no id`);
  for (let tries = 1; ; tries += 1) {
    const { product, variants } = await deps.db.read(here, async (ex) => ({
      product: await findProduct(ex, workplaceId, productId),
      variants: await findVariants(ex, workplaceId, [productId]),
    }));
    if (!product) return failed(item, { key: 'PRODUCT_NOT_FOUND', params: {} });
    if (product.currency !== row.currency)
      return failed(item, { key: 'CSV_CURRENCY_DIFFERS', params: { currency: product.currency, other: row.currency } });
    const none = { title: '', sku: '', barcode: '', price: '', cost: '', options: '', images: '' };
    const [unknown] = unknownVariants(draft, variants, none);
    if (unknown) return failed(item, { key: unknown.code, params: unknown.params ?? {} });
    try {
      await updateProducts(deps, here, [toEdit(draft, product, variants)]);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'PRODUCT_CHANGED_MEANWHILE' && tries < TRIES) continue;
      return failed(item, reasonOf(error));
    }
    // Cost and stock of other products are what their suppliers say.
    if (product.source === FILE_SOURCE) {
      const facts = draft.variants.flatMap((wanted) => {
        const variant = findVariantOf(wanted, draft, variants);
        if (!variant || (wanted.cost === null && wanted.stock === null)) return [];
        return [
          {
            sourceVariantId: variant.source_variant_id,
            ...(wanted.stock === null ? {} : { stock: wanted.stock }),
            ...(wanted.cost === null ? {} : { cost: wanted.cost }),
          },
        ];
      });
      await deps.db.tenant(here, (tx) => setSourceStock(tx, workplaceId, FILE_SOURCE, product.mode, facts, productId));
    }
    return ended(item, 'updated', productId);
  }
}

/** Updates the next products that are there already. Returns false when there are none. */
async function updateNext(deps: Deps, here: WorkplaceScope, row: ImportRow): Promise<boolean> {
  const { workplaceId } = here;
  const items = await deps.db.tenant(here, (tx) => openItems(tx, workplaceId, row.import_id, 'known', BATCH));
  for (const item of items) {
    const one = await updateOne(deps, here, row, item);
    await deps.db.tenant(here, (tx) => itemsEnded(tx, workplaceId, row.import_id, [one]));
  }
  return items.length > 0;
}

/**
 * Imports the products of a confirmed file, each as a whole; a retry continues where the previous attempt stopped. Returns false
 * if it was stopped before the end.
 */
export async function applyProductFile(
  deps: Deps,
  ports: ProductFilePorts,
  here: WorkplaceScope,
  importId: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const { workplaceId } = here;
  const row = await deps.db.read(here, (ex) => findImport(ex, workplaceId, importId));
  if (row?.state !== 'applying') return true;
  while (!signal?.aborted && (await addNext(deps, ports, here, row))) {}
  if (row.known_choice === 'skip') await deps.db.tenant(here, (tx) => skipKnown(tx, workplaceId, importId));
  while (!signal?.aborted && (await updateNext(deps, here, row))) {}
  if (signal?.aborted) return false;
  await deps.db.tenant(here, async (tx) => {
    await importDone(tx, workplaceId, importId, deps.clock.now());
    await publish(tx, workplaceId, 'products');
    await publish(tx, workplaceId, 'counts');
  });
  return true;
}
