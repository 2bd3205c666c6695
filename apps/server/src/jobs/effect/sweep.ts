import { z } from 'zod';
import { claimLostRows, countOpen, type EffectRow, freeRows, type OpenRows } from '../../db/effect-row.ts';
import { type Executor, json, sql, type WorkplaceScope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { defineJob, handler, type JobHandler, type JobKind } from '../define.ts';

/** The job of an effect and the row columns in its payload. */
export interface EffectJob {
  kind: JobKind;
  columns: readonly string[];
  payloadOf(here: WorkplaceScope, row: object): unknown;
}

export const jobFor = <P, C extends string>(
  kind: JobKind<P>,
  columns: readonly C[],
  payloadOf: (here: WorkplaceScope, row: Record<C, string>) => NoInfer<P>,
): EffectJob => ({
  kind: kind as JobKind,
  columns,
  payloadOf: (here, row) => payloadOf(here, row as Record<C, string>),
});

/** An effect's declaration, enough to sweep, release and count its rows without running it. */
export interface DeclaredEffect {
  name: string;
  row: EffectRow;
  job: EffectJob;
  /** Seconds after which a due row that no worker holds has lost its job. Default 60. */
  lateSeconds?: number;
}

/** Enqueues the jobs of some rows. Rows that share a job, such as all of one store, need it once. */
export async function sendJobs(
  tx: Executor,
  queue: Deps['queue'],
  here: WorkplaceScope,
  { kind, payloadOf }: EffectJob,
  rows: readonly object[],
): Promise<void> {
  const payloads = new Map(rows.map((row) => payloadOf(here, row)).map((one) => [JSON.stringify(one), one]));
  await queue.sendMany(tx, kind, [...payloads.values()]);
}

/** The sweepable work of a feature. */
export interface Swept {
  effects?: readonly DeclaredEffect[];
  /** Resumes other open work of a workplace. Returns whether some is left. */
  sweep?(here: WorkplaceScope, lateSeconds: number): Promise<boolean>;
}

/** Finds work that lost its job, and closes processes whose last step reported nothing. */
const sweepJob = defineJob({
  name: 'sweep-purchasing',
  payload: z.object({ round: z.string().optional() }),
  concurrency: 2,
  tries: 1,
  cron: '* * * * *',
});

const LATE_SECONDS = 60;
const MOST = 500;

/** Workplaces per claim, and how long they belong to a worker. It stops after half of that and leaves the rest. */
const BATCH = 50;
const LEASE_SECONDS = 120;

interface Marked {
  workplace_id: string;
  account_id: string;
}

interface Claimed extends Marked {
  /** The first workplace of its account, with which the account's own work is swept. */
  is_first: boolean;
}

/** Claims workplaces that were not swept since the round began and that no worker holds. */
const claimBatch = (tx: Executor, round: string): Promise<Claimed[]> =>
  tx.rows<Claimed>(sql`update open_work_directory d
    set swept_at = now(), claimed_until = now() + make_interval(secs => ${LEASE_SECONDS}::int)
    where workplace_id in (select workplace_id from open_work_directory
      where swept_at < ${round}::timestamptz and (claimed_until is null or claimed_until <= now())
      order by swept_at limit ${BATCH} for update skip locked)
    returning workplace_id, account_id, not exists (select from open_work_directory o
      where o.account_id = d.account_id and o.workplace_id < d.workplace_id) as is_first`);

/** The database's time, as text to keep its microseconds. */
const currentTime = async (tx: Executor): Promise<string> =>
  (await tx.first<{ time: string }>(sql`select now()::text as time`))?.time ?? '';

/** Returns claimed workplaces that were not swept, for the next claim. */
const releaseBatch = (tx: Executor, rest: readonly Claimed[]): Promise<number> =>
  tx.run(sql`update open_work_directory set claimed_until = null, swept_at = '1970-01-01T00:00:00Z'
    where workplace_id = any(${rest.map((one) => one.workplace_id)}::uuid[])`);

const markedWorkplaces = ({ db }: Pick<Deps, 'db'>): Promise<Marked[]> =>
  db.global((tx) =>
    tx.rows<Marked>(sql`select workplace_id, account_id from open_work_directory order by workplace_id`),
  );

export interface Sweeping {
  job: JobHandler;
  /** Runs the sweep now instead of at the next minute. */
  now(): Promise<void>;
  /**
   * Voids leases of the previous process, for a process that has the database to itself, so that work continues
   * immediately. Never where several workers share a database.
   */
  reclaim(): Promise<void>;
}

/** The sweep over the effects that features declare. */
export function createSweep(deps: Pick<Deps, 'db' | 'queue' | 'log'>, features: readonly Swept[]): Sweeping {
  const effects = features.flatMap((feature) => feature.effects ?? []);

  const ofAccounts = effects.filter(({ row }) => row.owner === 'account_id');
  const ofWorkplaces = effects.filter(({ row }) => row.owner !== 'account_id');

  /** Re-enqueues lost jobs and returns the open rows. Most workplaces have none of most effects. */
  const sweepEffects = (here: WorkplaceScope, isFirst: boolean): Promise<Record<string, OpenRows>> =>
    deps.db.tenant(here, async (tx) => {
      const open = {
        ...(await countOpen(tx, ofWorkplaces, here.workplaceId)),
        ...(isFirst ? await countOpen(tx, ofAccounts, here.accountId) : {}),
      };
      for (const { name, row, job, lateSeconds = LATE_SECONDS } of effects) {
        if (!open[name]) continue;
        const ownerId = row.owner === 'account_id' ? here.accountId : here.workplaceId;
        const ask = { columns: job.columns, lateSeconds, most: MOST };
        const lost = await claimLostRows(tx, row, ownerId, ask);
        await sendJobs(tx, deps.queue, here, job, lost);
        if (lost.length > 0) deps.log.info({ effect: name, rows: lost.length, ...here }, 're-enqueued lost jobs');
      }
      return open;
    });

  /**
   * A workplace without open work is dropped from the sweep one hour after its last start, because the transaction of
   * that start may not have committed yet.
   */
  async function sweepWorkplace({
    workplace_id: workplaceId,
    account_id: accountId,
    is_first: isFirst,
  }: Claimed): Promise<void> {
    const here = { accountId, workplaceId };
    const open = await sweepEffects(here, isFirst);
    let others = false;
    for (const feature of features) if (await feature.sweep?.(here, LATE_SECONDS)) others = true;
    const isDone = Object.keys(open).length === 0 && !others;
    await deps.db.global(async (tx) => {
      await tx.run(sql`update open_work_directory set open = ${json(open)}, claimed_until = null
        where workplace_id = ${workplaceId}`);
      if (isDone)
        await tx.run(sql`delete from open_work_directory
          where workplace_id = ${workplaceId} and marked_at < now() - interval '1 hour'`);
    });
  }

  async function sweepBatch(batch: readonly Claimed[], signal: AbortSignal): Promise<void> {
    const until = Date.now() + (LEASE_SECONDS * 1_000) / 2;
    for (const [at, one] of batch.entries()) {
      if (signal.aborted || Date.now() > until) {
        await deps.db.global((tx) => releaseBatch(tx, batch.slice(at)));
        return;
      }
      await sweepWorkplace(one).catch((error: unknown) =>
        deps.log.error({ err: error, workplaceId: one.workplace_id }, 'sweeping a workplace failed'),
      );
    }
  }

  /** Sweeps until the round is over. With more than a batch left, it calls another worker, which does the same. */
  async function sweep(since: string | undefined, signal: AbortSignal): Promise<void> {
    const round = since ?? (await deps.db.global(currentTime));
    for (let calls = true; !signal.aborted; calls = false) {
      const batch = await deps.db.global(async (tx) => {
        const claimed = await claimBatch(tx, round);
        if (calls && claimed.length === BATCH) await deps.queue.send(tx, sweepJob, { round });
        return claimed;
      });
      await sweepBatch(batch, signal);
      if (batch.length < BATCH) return;
    }
  }

  return {
    job: handler(sweepJob, ({ round }, run) => sweep(round, run.signal)),
    now: () => deps.db.global((tx) => deps.queue.send(tx, sweepJob, {})),
    async reclaim() {
      await deps.db.global(async (tx) => {
        await tx.run(sql`update open_work_directory set claimed_until = null where claimed_until is not null`);
        await tx.run(sql`update schedule_page set claimed_until = '-infinity'`);
      });
      for (const { workplace_id: workplaceId, account_id: accountId } of await markedWorkplaces(deps))
        await deps.db.tenant({ accountId, workplaceId }, async (tx) => {
          for (const { row } of effects) await freeRows(tx, row, row.owner === 'account_id' ? accountId : workplaceId);
        });
    },
  };
}

/** Open rows of an effect over all workplaces. */
export interface OpenEffect {
  effect: string;
  rows: number;
  sending: number;
  unknown: number;
  oldestSeconds: number;
  unknownSeconds: number;
}

/** Open rows by effect, as of the last sweeps. */
export const openEffects = ({ db }: Pick<Deps, 'db'>): Promise<OpenEffect[]> =>
  db.global((tx) =>
    tx.rows(sql`select e.key as effect, sum((e.value->>'rows')::int)::int as rows,
        coalesce(sum((e.value->>'sending')::int), 0)::int as sending,
        coalesce(sum((e.value->>'unknown')::int), 0)::int as unknown,
        coalesce(extract(epoch from now() - min((e.value->>'since')::timestamptz)), 0)::float8 as "oldestSeconds",
        coalesce(extract(epoch from now() - min((e.value->>'unknownSince')::timestamptz)), 0)::float8 as "unknownSeconds"
      from open_work_directory d, jsonb_each(d.open) e group by e.key`),
  );
