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
export const startRun = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  run: { runId: string; sources: readonly string[]; target: string },
): Promise<number> => {
  const failed = sql`r.state = 'failed'`;
  const again = sql`r.state = 'failed' and r.target = excluded.target`;
  return tx.run(sql`insert into stock_run as r (workplace_id, store_id, run_id, sources, target)
    values (${workplaceId}, ${storeId}, ${run.runId}, ${[...run.sources]}::text[], ${run.target})
    on conflict (workplace_id, store_id) do update set state = 'running', target = excluded.target,
      sources = case when ${again} then r.sources when ${failed}
        then array(select s from unnest(r.sources || r.target || excluded.sources) with ordinality as u(s, n)
          group by s order by min(n)) else excluded.sources end,
      former_target = case when ${again} then r.former_target when ${failed} then r.target end,
      former_listing = case when ${again} then r.former_listing when ${failed} then r.after_listing end,
      former_variant = case when ${again} then r.former_variant when ${failed} then r.after_variant end,
      plan = case when ${again} then r.plan when ${failed} then r.plan || '{"isFormer": true}' end,
      after_listing = case when ${again} then r.after_listing end,
      after_variant = case when ${again} then r.after_variant end,
      moved = case when ${again} then r.moved else 0 end, kept = case when ${again} then r.kept else 0 end,
      failures = 0, error_key = null, error_params = null, created_at = now(), finished_at = null`);
};

/** Takes a run for one worker, for a while. undefined: another worker has it, or it has ended. */
export const claimRun = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  holder: string,
): Promise<StockRunRow | undefined> =>
  tx.first<StockRunRow>(sql`update stock_run set holder = ${holder},
      held_until = clock_timestamp() + make_interval(secs => ${HELD_SECONDS})
    where workplace_id = ${workplaceId} and store_id = ${storeId} and state = 'running'
      and (held_until is null or held_until < clock_timestamp())
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
      held_until = clock_timestamp() + make_interval(secs => ${HELD_SECONDS})
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
      held_until = clock_timestamp() + make_interval(secs => ${HELD_SECONDS})
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
