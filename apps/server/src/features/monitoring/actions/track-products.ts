import type { AppError } from '@quayside/kernel';
import { type Executor, sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import type { Quota } from '../../plans/index.ts';
import { WITHOUT_SUPPLIER } from '../../products/index.ts';
import { checkProductsJob, trackNewProductsJob } from '../jobs/monitoring.ts';
import { readSetting } from '../setting-repo.ts';
import { createSlot } from '../slot-repo.ts';
import type { ScheduleSlot } from '../tables.ts';
import { deleteTrackedProducts, insertTrackedProducts } from '../tracked-product-repo.ts';

/** Why a product is not watched, or was not: a message key, or what the plan says. */
export type Refusals = Map<string, string | AppError>;

type Origin = Omit<ScheduleSlot, 'workplaceId'>;

/** Has a job look at products of these suppliers as soon as there is a place for it. */
export async function requestChecks(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  workplaceId: string,
  origins: readonly Origin[],
): Promise<void> {
  const once = new Map(origins.map(({ source, mode }) => [`${source} ${mode}`, { workplaceId, source, mode }]));
  // In one order for everybody: two that begin the same turns never wait for each other in a circle.
  const turns = [...once].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, turn]) => turn);
  for (const turn of turns) await createSlot(tx, turn);
  await deps.queue.sendMany(tx, checkProductsJob, turns);
}

type Known = Origin & { product_id: string; watched: boolean };

const knownOf = (ex: Executor, workplaceId: string, ids: readonly string[]): Promise<Known[]> =>
  ex.rows<Known>(sql`select p.product_id, p.source, p.mode, w.product_id is not null as watched
    from product p left join product_watch w on w.workplace_id = ${workplaceId} and w.product_id = p.product_id
    where p.workplace_id = ${workplaceId} and p.product_id = any(${[...ids]}::uuid[]) and p.deleted_at is null`);

/**
 * Watches products from now on, and has them looked at. Those that are watched stay so; of the others as many as the plan
 * allows, in the order of the call. Throws the plan's refusal when it allows none of those that were asked for.
 */
export async function trackProducts(
  deps: Deps,
  quota: Quota,
  scope: WorkplaceScope,
  productIds: readonly string[],
): Promise<{ watched: string[]; failed: Refusals }> {
  const { workplaceId } = scope;
  const ids = [...new Set(productIds)];
  const failed: Refusals = new Map();
  const known = new Map(
    (await deps.db.read(scope, (ex) => knownOf(ex, workplaceId, ids))).map((one) => [one.product_id, one]),
  );
  for (const id of ids) {
    if (!known.has(id)) failed.set(id, 'PRODUCT_NOT_FOUND');
    else if (WITHOUT_SUPPLIER.includes(known.get(id)?.source ?? '')) failed.set(id, 'PRODUCT_WITHOUT_SUPPLIER');
  }
  const there = ids.filter((id) => known.get(id)?.watched);
  const fresh = ids.filter((id) => known.get(id)?.watched === false && !failed.has(id));
  if (fresh.length === 0) return { watched: there, failed };
  const { fits, refusal, confirm } = await quota.admit(scope, 'PRODUCT_TRACKING', fresh.length);
  const admitted = fresh.slice(0, fits);
  if (refusal) {
    if (admitted.length === 0 && there.length === 0 && failed.size === 0) throw refusal;
    for (const id of fresh.slice(fits)) failed.set(id, refusal);
  }
  if (admitted.length > 0)
    await deps.db.tenant(scope, async (tx) => {
      const added = await insertTrackedProducts(tx, workplaceId, admitted);
      await confirm(tx);
      const origins = added.flatMap((id) => known.get(id) ?? []);
      await requestChecks(tx, deps, workplaceId, origins);
      if (added.length > 0) await publish(tx, workplaceId, 'products', added.slice(0, 100));
    });
  return { watched: [...there, ...admitted], failed };
}

/** Watches products no more. Those that are not watched are so already; unknown ones are named. */
export async function untrackProducts(
  deps: Deps,
  scope: WorkplaceScope,
  productIds: readonly string[],
): Promise<{ stopped: string[]; failed: Refusals }> {
  const { workplaceId } = scope;
  const ids = [...new Set(productIds)];
  return deps.db.tenant(scope, async (tx) => {
    const known = new Set((await knownOf(tx, workplaceId, ids)).map((one) => one.product_id));
    const stopped = ids.filter((id) => known.has(id));
    await deleteTrackedProducts(tx, workplaceId, stopped);
    if (stopped.length > 0) await publish(tx, workplaceId, 'products', stopped.slice(0, 100));
    const failed: Refusals = new Map(ids.filter((id) => !known.has(id)).map((id) => [id, 'PRODUCT_NOT_FOUND']));
    return { stopped, failed };
  });
}

/** Products that one job watches. */
const AT_ONCE = 500;

/** Products are new in a workplace: a job watches them, apart from what brought them, which waits for nothing of it. */
export async function requestTracking(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  { accountId, workplaceId }: WorkplaceScope,
  productIds: readonly string[],
): Promise<void> {
  const jobs = Array.from({ length: Math.ceil(productIds.length / AT_ONCE) }, (_, at) => ({
    accountId,
    workplaceId,
    productIds: productIds.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  }));
  await deps.queue.sendMany(tx, trackNewProductsJob, jobs);
}

/** The job's part. A full plan is no failure: what is left out can be watched when there is room. */
export async function trackNewProducts(
  deps: Deps,
  quota: Quota,
  scope: WorkplaceScope,
  productIds: readonly string[],
): Promise<void> {
  const { watch_new: wanted } = await deps.db.read(scope, (ex) => readSetting(ex, scope.workplaceId));
  if (!wanted) return;
  await trackProducts(deps, quota, scope, productIds).catch((error: unknown) => {
    if ((error as { status?: string }).status !== 'QUOTA_EXPIRED') throw error;
  });
}

/** A tracked product is bought elsewhere now: what was seen of it counts no longer, and it is checked at its new supplier. */
export async function restartTracking(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  { workplaceId }: WorkplaceScope,
  productId: string,
): Promise<void> {
  if ((await deleteTrackedProducts(tx, workplaceId, [productId])) === 0) return;
  await insertTrackedProducts(tx, workplaceId, [productId]);
  await requestChecks(tx, deps, workplaceId, await knownOf(tx, workplaceId, [productId]));
}
