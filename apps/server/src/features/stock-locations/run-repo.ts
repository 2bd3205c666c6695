import type { MessageParams } from '@quayside/kernel';
import { type Executor, json, raw, sql } from '../../db/index.ts';
import type { StockPlan, StockRunRow } from './tables.ts';

const COLUMNS = raw(`store_id, run_id, state, sources, target, after_listing, after_variant, former_target,
  former_listing, former_variant, plan, moved, kept, failures,
  error_key, error_params`);

/** How long a worker has a run without saying so again. */
export const HELD_SECONDS = 120;

export const findRuns = (ex: Executor, workplaceId: string): Promise<StockRunRow[]> =>
  ex.rows<StockRunRow>(sql`select ${COLUMNS} from stock_run where workplace_id = ${workplaceId}`);

export const findRun = (ex: Executor, workplaceId: string, storeId: string): Promise<StockRunRow | undefined> =>
  ex.first<StockRunRow>(
    sql`select ${COLUMNS} from stock_run where workplace_id = ${workplaceId} and store_id = ${storeId}`,
  );

/**
 * Starts moving a store's stock. A run that failed is continued where its location is chosen again. With another, stock may be
 * at its location too, and what it was writing is settled first.
 */
export async function startRun(
  tx: Executor,
  workplaceId: string,
  storeId: string,
  run: { runId: string; sources: readonly string[]; target: string },
): Promise<void> {
  const before = await tx.first<StockRunRow>(
    sql`select ${COLUMNS} from stock_run where workplace_id = ${workplaceId} and store_id = ${storeId} for update`,
  );
  const failed = before?.state === 'failed' ? before : undefined;
  const again = failed?.target === run.target ? failed : undefined;
  const former = again ? undefined : failed;
  const sources = former ? new Set([...former.sources, former.target, ...run.sources]) : run.sources;
  const next: Omit<StockRunRow, 'store_id' | 'run_id' | 'state' | 'failures' | 'error_key' | 'error_params'> =
    again ?? {
      sources: [...sources],
      target: run.target,
      former_target: former?.target ?? null,
      former_listing: former?.after_listing ?? null,
      former_variant: former?.after_variant ?? null,
      plan: former?.plan ? { ...former.plan, isFormer: true } : null,
      after_listing: null,
      after_variant: null,
      moved: 0,
      kept: 0,
    };
  await tx.run(sql`insert into stock_run (workplace_id, store_id, run_id, sources, target, former_target, former_listing,
      former_variant, plan, after_listing, after_variant, moved, kept, created_at)
    values (${workplaceId}, ${storeId}, ${run.runId}, ${next.sources}::text[], ${next.target}, ${next.former_target},
      ${next.former_listing}, ${next.former_variant}, ${json(next.plan)}, ${next.after_listing}, ${next.after_variant},
      ${next.moved}, ${next.kept}, now())
    on conflict (workplace_id, store_id) do update set state = 'running', sources = excluded.sources, target = excluded.target,
      former_target = excluded.former_target, former_listing = excluded.former_listing,
      former_variant = excluded.former_variant, plan = excluded.plan, after_listing = excluded.after_listing,
      after_variant = excluded.after_variant, moved = excluded.moved, kept = excluded.kept, failures = 0, error_key = null,
      error_params = null, created_at = excluded.created_at, finished_at = null`);
}

/** Takes a run for one worker, for a while. undefined: another worker has it, or it has ended. */
export const claimRun = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  holder: string,
): Promise<StockRunRow | undefined> =>
  tx.first<StockRunRow>(sql`update stock_run set holder = ${holder},
      held_until = now() + make_interval(secs => ${HELD_SECONDS})
    where workplace_id = ${workplaceId} and store_id = ${storeId} and state = 'running'
      and (held_until is null or held_until < now())
    returning ${COLUMNS}`);

export const releaseRun = (tx: Executor, workplaceId: string, storeId: string, holder: string): Promise<number> =>
  tx.run(sql`update stock_run set holder = null, held_until = null
    where workplace_id = ${workplaceId} and store_id = ${storeId} and holder = ${holder}::uuid`);

/** Locks a run that this worker still has. undefined: another worker has it by now, or it has ended. */
export const holdRun = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  holder: string,
): Promise<StockRunRow | undefined> =>
  tx.first<StockRunRow>(sql`select ${COLUMNS} from stock_run where workplace_id = ${workplaceId} and store_id = ${storeId}
    and holder = ${holder}::uuid and state = 'running' for update`);

/** Writes down what will be written in the store. */
export const savePlan = (tx: Executor, workplaceId: string, storeId: string, plan: StockPlan | null): Promise<number> =>
  tx.run(sql`update stock_run set plan = ${json(plan)},
      held_until = now() + make_interval(secs => ${HELD_SECONDS})
    where workplace_id = ${workplaceId} and store_id = ${storeId}`);

/** Records what a run that failed had written after all. */
export const saveFormer = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  last: StockPlan['last'],
): Promise<StockRunRow | undefined> =>
  tx.first<StockRunRow>(sql`update stock_run set plan = null, former_listing = ${last.listingId},
      former_variant = ${last.externalVariantId}
    where workplace_id = ${workplaceId} and store_id = ${storeId} returning ${COLUMNS}`);

/** Records a batch that was written, and where the next one starts. */
export const saveBatch = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  batch: { last: StockPlan['last']; moved: number; kept: number },
): Promise<StockRunRow | undefined> =>
  tx.first<StockRunRow>(sql`update stock_run set plan = null, failures = 0, moved = moved + ${batch.moved},
      kept = kept + ${batch.kept}, after_listing = ${batch.last.listingId},
      after_variant = ${batch.last.externalVariantId},
      held_until = now() + make_interval(secs => ${HELD_SECONDS})
    where workplace_id = ${workplaceId} and store_id = ${storeId} returning ${COLUMNS}`);

export const noteFailure = async (tx: Executor, workplaceId: string, storeId: string): Promise<number> =>
  (
    await tx.first<{ failures: number }>(sql`update stock_run set failures = failures + 1
      where workplace_id = ${workplaceId} and store_id = ${storeId} returning failures`)
  )?.failures ?? 0;

export const endRun = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  holder: string,
  error?: { key: string; params: MessageParams },
): Promise<number> =>
  tx.run(sql`update stock_run set state = ${error ? 'failed' : 'done'}, error_key = ${error?.key ?? null},
      error_params = ${json(error?.params)}, holder = null, held_until = null, finished_at = now()
    where workplace_id = ${workplaceId} and store_id = ${storeId} and holder = ${holder}::uuid and state = 'running'`);
