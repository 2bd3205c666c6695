import type { PgBoss } from 'pg-boss';
import { type Db, type Executor, sql } from '../db/index.ts';

/** Where the jobs that used up their tries go; seen and repeated by operators. */
export const DEAD_JOBS = 'dead-jobs';

export interface DeadJobRow {
  job_id: string;
  kind: string;
  data: Record<string, unknown> | null;
  /** What the last try left: ours is `{ message }`; the queue's own words where it gave up by itself. */
  output: { message?: unknown; value?: { message?: unknown } } | null;
  tries: number;
  asked_at: string;
  gave_up_at: string;
}

/** A place in the list: the last row that was shown. */
export interface DeadJobsAfter {
  gaveUpAt: string;
  jobId: string;
}

/** The jobs that used up their tries. pg-boss keeps them, with what they were and why the last try failed, for 90 days. */
export interface DeadJobs {
  list(ask: { kind?: string; after?: DeadJobsAfter; size: number } & Whose): Promise<DeadJobRow[]>;
  /** How many there are of each kind, the most first. */
  counts(whose?: Whose): Promise<{ kind: string; jobs: number }[]>;
  /** Puts jobs back to be done, with all their tries: one, those of a kind, or all (the oldest thousand). Answers how many. */
  repeat(which: { jobId?: string; kind?: string } & Whose): Promise<number>;
  /** Gives a job up for good; false when there is none of this id. */
  drop(jobId: string, whose?: Whose): Promise<boolean>;
}

/** Of which workspace, where not all are meant: jobs that name another one, or none, are then as good as not there. */
export interface Whose {
  workplaceId?: string;
}

const isOf = ({ workplaceId }: Whose = {}) =>
  sql`(${workplaceId ?? null}::text is null or data->>'workplaceId' = ${workplaceId ?? null}::text)`;

/** Forgets the given-up jobs of somebody who is gone: whose payload names one of his ids. Answers how many there were. */
export const forgetDeadJobs = (tx: Executor, ids: readonly string[]): Promise<number> =>
  tx.run(
    sql`delete from pgboss.job where name = ${DEAD_JOBS} and data::text like any(${ids.map((id) => `%${id}%`)}::text[])`,
  );

const MOST_AT_ONCE = 1_000;

/** The oldest jobs of a workspace that gave up. */
async function idsOf(db: Db, { kind, ...whose }: { kind: string | null } & Whose): Promise<string[]> {
  const rows = await db.global((tx) =>
    tx.rows<{ id: string }>(sql`select id from pgboss.job where name = ${DEAD_JOBS} and state = 'created'
      and ${isOf(whose)} and (${kind}::text is null or source_name = ${kind}::text) order by created_on limit ${MOST_AT_ONCE}`),
  );
  return rows.map(({ id }) => id);
}

export function createDeadJobs(boss: PgBoss, db: Db): DeadJobs {
  return {
    list: ({ kind = null, after, size, ...whose }) =>
      db.global((tx) =>
        tx.rows<DeadJobRow>(sql`select id as job_id, coalesce(source_name, '') as kind, data, source_output as output,
            coalesce(source_retry_count, 0) + 1 as tries, coalesce(source_created_on, created_on) as asked_at,
            date_trunc('milliseconds', created_on) as gave_up_at
          from pgboss.job where name = ${DEAD_JOBS} and state = 'created' and ${isOf(whose)}
            and (${kind}::text is null or source_name = ${kind}::text)
            and (${after?.gaveUpAt ?? null}::timestamptz is null
              or (date_trunc('milliseconds', created_on), id) < (${after?.gaveUpAt ?? null}::timestamptz, ${after?.jobId ?? null}::uuid))
          order by date_trunc('milliseconds', created_on) desc, id desc limit ${size}`),
      ),
    counts: (whose) =>
      db.global((tx) =>
        tx.rows<{ kind: string; jobs: number }>(sql`select coalesce(source_name, '') as kind, count(*) as jobs
          from pgboss.job where name = ${DEAD_JOBS} and state = 'created' and ${isOf(whose)} group by 1 order by 2 desc, 1`),
      ),
    async repeat({ jobId, kind = null, ...whose }) {
      const known = whose.workplaceId !== undefined ? await idsOf(db, { kind, ...whose }) : undefined;
      const ids = jobId ? (known ?? [jobId]).filter((id) => id === jobId) : known;
      if (ids?.length === 0) return 0;
      return boss.redrive(DEAD_JOBS, {
        limit: MOST_AT_ONCE,
        ...(ids ? { ids } : {}),
        ...(kind ? { sourceName: kind } : {}),
      });
    },
    drop: async (jobId, whose) =>
      (await db.global((tx) =>
        tx.run(
          sql`delete from pgboss.job where name = ${DEAD_JOBS} and id = ${jobId} and state = 'created' and ${isOf(whose)}`,
        ),
      )) > 0,
  };
}
