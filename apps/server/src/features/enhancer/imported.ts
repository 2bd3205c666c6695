import { newId } from '@quayside/kernel';
import { z } from 'zod';
import type { Executor, WorkplaceScope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { defineJob, type JobKind } from '../../jobs/define.ts';
import { knownProcesses } from '../processes/index.ts';
import { lockProducts, type Product } from '../products/index.ts';

/** Imported products per job. */
const AT_ONCE = 100;

/** An imported product with the task that its import made for it, so that repeating the job starts nothing twice. */
export interface Imported {
  productId: string;
  processId: string;
}

interface Payload {
  accountId: string;
  workplaceId: string;
  products: Imported[];
}

/** A job that starts a rule's work on imported products. */
export const importedJob = (name: string): JobKind<Payload> =>
  defineJob({
    name,
    payload: z.object({
      accountId: z.uuid(),
      workplaceId: z.uuid(),
      products: z.array(z.object({ productId: z.uuid(), processId: z.uuid() })),
    }),
    concurrency: 4,
    group: (payload) => payload.workplaceId,
    share: 1,
    unhurried: true,
  });

/** Enqueues a rule's work on imported products, in the import's transaction. */
export async function sendImported(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  job: JobKind<Payload>,
  { accountId, workplaceId }: WorkplaceScope,
  productIds: readonly string[],
): Promise<void> {
  const products = productIds.map((productId) => ({ productId, processId: newId() }));
  const batches = Array.from({ length: Math.ceil(products.length / AT_ONCE) }, (_none, at) =>
    products.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
  await deps.queue.sendMany(
    tx,
    job,
    batches.map((batch) => ({ accountId, workplaceId, products: batch })),
  );
}

/**
 * Locks imported products that a rule has not worked on: neither deleted, nor begun, nor among those that `enhancedAmong` returns.
 */
export async function lockNewImports(
  tx: Executor,
  workplaceId: string,
  imported: readonly Imported[],
  enhancedAmong: (tx: Executor, workplaceId: string, productIds: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<{ product: Product; processId: string }[]> {
  const ids = imported.map((one) => one.productId);
  const products = new Map((await lockProducts(tx, workplaceId, ids)).map((one) => [one.product_id, one]));
  const enhanced = await enhancedAmong(tx, workplaceId, ids);
  const begun = new Set(
    await knownProcesses(
      tx,
      workplaceId,
      imported.map((one) => one.processId),
    ),
  );
  return imported.flatMap(({ productId, processId }) => {
    const product = products.get(productId);
    return product && !enhanced.has(productId) && !begun.has(processId) ? [{ product, processId }] : [];
  });
}
