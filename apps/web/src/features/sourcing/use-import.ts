import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { isInDemoMode } from '../../lib/account.ts';
import { ApiError, api, errorText } from '../../lib/api.ts';
import { demoPrompt } from '../../lib/demo-prompt.ts';
import type { ListPageData } from '../../lib/live-pages.ts';
import { getQuotaRefusal } from '../../lib/quota-prompt.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useIsMobile } from '../../lib/use-media.ts';
import type { FailedImport } from './import-failure.ts';
import { type Importable, type ImportState, imports } from './import-state.ts';
import { wantsImportToast } from './import-toast.ts';

/** After an import the quick start's step is read again this much later. Source: rule B228. */
const GUIDELINE_MS = 200;
const AT_ONCE = 2;
/** Products per call: few enough that the progress moves. */
const PER_CALL = 5;

export interface ToImport extends Importable {
  name: string;
  images: readonly string[];
}

interface Held {
  source: string;
  source_product_id: string;
  imported: boolean;
  product_package_id: string | null;
}

const isHeld = (value: unknown): value is Held =>
  typeof value === 'object' && value !== null && 'source_product_id' in value && 'imported' in value;

/** Writes into every kept list and detail that a product is imported: no reading again, and nothing moves. */
function markImported(client: QueryClient, product: Importable, productId: string): void {
  const mark = <T>(held: T): T =>
    isHeld(held) && held.source === product.source && held.source_product_id === product.source_product_id
      ? { ...held, imported: true, product_package_id: productId }
      : held;
  client.setQueriesData<InfiniteData<ListPageData<object>>>({ queryKey: ['sources', 'list'] }, (lists) =>
    lists ? { ...lists, pages: lists.pages.map((page) => ({ ...page, items: page.items.map(mark) })) } : lists,
  );
  client.setQueriesData({ queryKey: ['sources', 'detail'] }, mark);
}

export interface ImportResult {
  imported: number;
  /** Something was imported, and the person has notifications on. */
  showsToast: boolean;
  failures: FailedImport[];
  /** All failed because the plan allows no more imports (rule B307). */
  overQuota?: true;
  /** Demo mode is on: nothing was tried, and the prompt says why. */
  refused?: true;
}

/** How the import of a product stands, kept up to date. */
export function useImportState(product: Importable): ImportState {
  useSyncExternalStore(imports.watch, imports.all);
  return imports.of(product);
}

/** The next products to import by one call, which names products by their ids alone: each id once. */
function takeBatch(waiting: ToImport[]): ToImport[] {
  const batch = new Map<string, ToImport>();
  for (const product of [...waiting]) {
    if (batch.size === PER_CALL) break;
    if (batch.has(product.source_product_id)) continue;
    batch.set(product.source_product_id, product);
    waiting.splice(waiting.indexOf(product), 1);
  }
  return [...batch.values()];
}

type BatchAnswer = { product: ToImport } & (
  | { productId: string; error?: never }
  | { productId?: never; error: unknown }
);

const importOne = async (product: ToImport, shipTo: string): Promise<BatchAnswer> => {
  try {
    const answer = await api('POST /center/products/import/{source}', {
      params: { source: product.source },
      body: {
        supplier_product_id: product.source_product_id,
        source: product.source,
        ship_to: shipTo,
        productName: product.name.slice(0, 1000),
        image: product.images[0]?.slice(0, 2000),
      },
      quiet: true,
    });
    return { product, productId: answer.product_package_id };
  } catch (error) {
    return { product, error };
  }
};

/** Imports some products by one call; a failure of the call is one of each product. */
async function importBatch(batch: readonly ToImport[], shipTo: string): Promise<BatchAnswer[]> {
  const [only] = batch;
  if (only && batch.length === 1) return [await importOne(only, shipTo)];
  try {
    const { success, failed } = await api('POST /center/products/import-all', {
      body: {
        import_data: batch.map(({ source, source_product_id: product_id }) => ({ product_id, source })),
        ship_to: shipTo,
      },
      quiet: true,
    });
    return batch.map((product) => {
      const there = success[product.source_product_id];
      if (there) return { product, productId: there.product_package_id };
      const problem = failed[product.source_product_id];
      const call = `POST /center/products/import/${product.source}`;
      return {
        product,
        error: problem
          ? new ApiError(call, { ...problem, code: problem.key, message: problem.text })
          : new Error(`no answer for ${product.source_product_id}`),
      };
    });
  } catch (error) {
    return batch.map((product) => ({ product, error }));
  }
}

/** Imports suppliers' products, a few at a time; one that is imported or under way is passed over. */
export function useImport() {
  const { account, workplaceId } = useAccount();
  const client = useQueryClient();
  const mobile = useIsMobile();
  return useCallback(
    async (products: readonly ToImport[], shipTo: string, onStep?: (done: number) => void): Promise<ImportResult> => {
      const result: ImportResult = { imported: 0, showsToast: false, failures: [] };
      // Nothing is asked of the server (rule B251).
      if (isInDemoMode(account, workplaceId)) {
        demoPrompt.ask();
        return { ...result, refused: true };
      }
      const waiting = products.filter((product) => imports.begin(product));
      let done = 0;
      const work = async (): Promise<void> => {
        for (let batch = takeBatch(waiting); batch.length > 0; batch = takeBatch(waiting)) {
          const answers = await importBatch(batch, shipTo);
          for (const { product, productId, error } of answers) {
            if (productId !== undefined) {
              markImported(client, product, productId);
              imports.settle(product);
              result.imported += 1;
            } else {
              const text = errorText(error);
              imports.fail(product, text);
              result.failures.push({ source: product.source, text, error });
            }
            done += 1;
            onStep?.(done);
          }
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      const { failures } = result;
      if (failures.length > 0 && result.imported === 0 && failures.every(({ error }) => getQuotaRefusal(error))) {
        result.overQuota = true;
        // The banner above the list reads the plan again and says what is used up.
        void client.invalidateQueries({ queryKey: ['counts'] });
        if (!mobile) scrollTo({ top: 0 });
      }
      if (result.imported > 0) {
        void client.invalidateQueries({ queryKey: ['counts'] });
        void client.invalidateQueries({ queryKey: ['products'] });
        setTimeout(() => void client.invalidateQueries({ queryKey: ['guideline'] }), GUIDELINE_MS);
        result.showsToast = await wantsImportToast(client);
      }
      return result;
    },
    [client, account, workplaceId, mobile],
  );
}
