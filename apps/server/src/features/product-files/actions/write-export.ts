import type { ProductFileForm } from '@quayside/contracts/product-file-choices.ts';
import { AppError } from '@quayside/kernel';
import { toCsv } from '../../../csv/csv.ts';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { saveFile } from '../../files/index.ts';
import { FILE_SOURCE, findProducts, findVariants, matchesFilter, matchingIds } from '../../products/index.ts';
import { absolutePicture } from '../../sourcing/index.ts';
import { toHandle } from '../csv-file/draft.ts';
import { type ExportedProduct, withoutControls } from '../csv-file/exported.ts';
import { SHOPIFY_HEADER, toShopifyRows } from '../csv-file/shopify.ts';
import { toWooCommerceRows, WOOCOMMERCE_HEADER } from '../csv-file/woocommerce.ts';
import { type ExportRequest, exportDone, exportFailed, findExport, saveProgress } from '../export-repo.ts';
import type { ProductFilePorts } from '../ports.ts';

const PAGE = 100;
/** Characters of the largest file. */
const LARGEST = 100 * 1024 * 1024;

const HEADERS: Record<ProductFileForm, readonly string[]> = {
  shopify: SHOPIFY_HEADER,
  woocommerce: WOOCOMMERCE_HEADER,
};
const WRITERS: Record<ProductFileForm, (one: ExportedProduct) => string[][]> = {
  shopify: toShopifyRows,
  woocommerce: toWooCommerceRows,
};

/** The handle of a product in a file, which has each once. */
function handleIn(used: Set<string>, wanted: string, productId: string): string {
  const handle = wanted === '' || used.has(wanted) ? `${wanted || 'product'}-${productId.slice(-12)}` : wanted;
  used.add(handle);
  return handle;
}

type Pager = (ex: Executor, after: string | undefined) => Promise<string[]>;

const pagerOf = (ports: ProductFilePorts, workplaceId: string, request: ExportRequest): Pager => {
  if ('productIds' in request) {
    const ids = [...request.productIds].toSorted();
    return async (_ex, after) => ids.filter((id) => after === undefined || id > after).slice(0, PAGE);
  }
  return (ex, after) => matchingIds(ex, matchesFilter(ports, workplaceId, request.filter, after), PAGE);
};

/** Writes the products of an export into a file of the file store; a retry starts again. Returns false if it was stopped before the end. */
export async function writeExport(
  deps: Deps,
  ports: ProductFilePorts,
  here: WorkplaceScope,
  exportId: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const { workplaceId } = here;
  const row = await deps.db.read(here, (ex) => findExport(ex, workplaceId, exportId));
  if (row?.state !== 'running') return true;
  const { form } = row;
  const page = pagerOf(ports, workplaceId, row.request);
  const parts = [toCsv([HEADERS[form]])];
  const used = new Set<string>();
  const picture = (kept: string) => absolutePicture(kept, deps.config.ownUrl);
  let count = 0;
  let size = 0;
  let after: string | undefined;
  try {
    for (;;) {
      if (signal?.aborted) return false;
      const from = after;
      const { ids, products, variants } = await deps.db.read(here, async (ex) => {
        const found = await page(ex, from);
        return {
          ids: found,
          products: await findProducts(ex, workplaceId, found),
          variants: await findVariants(ex, workplaceId, found),
        };
      });
      after = ids.at(-1);
      if (after === undefined) break;
      const byProduct = Map.groupBy(variants, (variant) => variant.product_id);
      for (const product of products.toSorted((a, b) => (a.product_id < b.product_id ? -1 : 1))) {
        const own = product.source === FILE_SOURCE && product.copied_from === null;
        const rows = WRITERS[form]({
          product,
          variants: (byProduct.get(product.product_id) ?? []).filter((variant) => variant.enabled),
          handle: handleIn(used, own ? product.source_product_id : toHandle(product.title), product.product_id),
          isPublished: product.push_state === 'pushed',
          picture,
        });
        const text = withoutControls(toCsv(rows));
        size += text.length;
        if (size > LARGEST)
          throw new AppError('BAD_REQUEST', 'PRODUCT_EXPORT_TOO_LARGE', { params: { size: LARGEST / 1024 / 1024 } });
        parts.push(text);
        count += 1;
      }
      await deps.db.tenant(here, (tx) => saveProgress(tx, workplaceId, exportId, count));
    }
    if (count === 0) throw new AppError('BAD_REQUEST', 'PRODUCT_EXPORT_EMPTY');
    const name = `products-${form}-${deps.clock.now().slice(0, 10)}.csv`;
    const file = await saveFile(deps, here, { name, bytes: Buffer.from(parts.join('')), field: 'file' });
    await deps.db.tenant(here, (tx) =>
      exportDone(tx, workplaceId, exportId, { fileId: file.file_id, products: count, now: deps.clock.now() }),
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const fault = { code: error.messageKey, params: error.params, now: deps.clock.now() };
    await deps.db.tenant(here, (tx) => exportFailed(tx, workplaceId, exportId, fault));
  }
  return true;
}
