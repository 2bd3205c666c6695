import type { PgBoss } from 'pg-boss';
import { type Db, type Executor, sql } from '../db/index.ts';

/** The dead-letter queue: jobs that failed on every attempt. Operators can retry them. */
export const DEAD_LETTER_QUEUE = 'dead-jobs';

export interface DeadLetterRow {
  job_id: string;
  kind: string;
  data: Record<string, unknown> | null;
  /** Output of the last attempt: ours is `{ message }`; pg-boss writes its own text when it expires a job. */
  output: { message?: unknown; value?: { message?: unknown } } | null;
  tries: number;
  asked_at: string;
  gave_up_at: string;
}

/** Position of the last row shown. */
export interface DeadLetterCursor {
  gaveUpAt: string;
  jobId: string;
}

/** The dead-letter queue. pg-boss keeps entries with payload and failure reason for 90 days. */
export interface DeadLetters {
  list(ask: { kind?: string; after?: DeadLetterCursor; size: number } & WorkspaceFilter): Promise<DeadLetterRow[]>;
  /** Counts by kind, highest first. */
  counts(whose?: WorkspaceFilter): Promise<{ kind: string; jobs: number }[]>;
  /** Re-enqueues jobs with all their attempts: one, one kind, or all (the oldest 1,000). Returns the count. */
  repeat(which: { jobId?: string; kind?: string } & WorkspaceFilter): Promise<number>;
  /** Discards a job permanently; false when the id is unknown. */
  drop(jobId: string, whose?: WorkspaceFilter): Promise<boolean>;
}

/** Limits a call to one workspace: jobs with another workspace or none count as missing. */
export interface WorkspaceFilter {
  workplaceId?: string;
}

const isOf = ({ workplaceId }: WorkspaceFilter = {}) =>
  sql`(${workplaceId ?? null}::text is null or data->>'workplaceId' = ${workplaceId ?? null}::text)`;

/** Deletes dead letters whose payload contains one of the ids of a deleted account or workspace. Returns the count. */
export const deleteDeadLetters = (tx: Executor, ids: readonly string[]): Promise<number> =>
  tx.run(
    sql`delete from pgboss.job where name = ${DEAD_LETTER_QUEUE} and data::text like any(${ids.map((id) => `%${id}%`)}::text[])`,
  );

const MOST_AT_ONCE = 1_000;

/** The oldest dead letters of a workspace. */
async function idsOf(db: Db, { kind, ...whose }: { kind: string | null } & WorkspaceFilter): Promise<string[]> {
  const rows = await db.global((tx) =>
    tx.rows<{ id: string }>(sql`select id from pgboss.job where name = ${DEAD_LETTER_QUEUE} and state = 'created'
      and ${isOf(whose)} and (${kind}::text is null or source_name = ${kind}::text) order by created_on limit ${MOST_AT_ONCE}`),
  );
  return rows.map(({ id }) => id);
}

export function createDeadLetters(boss: PgBoss, db: Db): DeadLetters {
  return {
    list: ({ kind = null, after, size, ...whose }) =>
      db.global((tx) =>
        tx.rows<DeadLetterRow>(sql`select id as job_id, coalesce(source_name, '') as kind, data, source_output as output,
            coalesce(source_retry_count, 0) + 1 as tries, coalesce(source_created_on, created_on) as asked_at,
            date_trunc('milliseconds', created_on) as gave_up_at
          from pgboss.job where name = ${DEAD_LETTER_QUEUE} and state = 'created' and ${isOf(whose)}
            and (${kind}::text is null or source_name = ${kind}::text)
            and (${after?.gaveUpAt ?? null}::timestamptz is null
              or (date_trunc('milliseconds', created_on), id) < (${after?.gaveUpAt ?? null}::timestamptz, ${after?.jobId ?? null}::uuid))
          order by date_trunc('milliseconds', created_on) desc, id desc limit ${size}`),
      ),
    counts: (whose) =>
      db.global((tx) =>
        tx.rows<{ kind: string; jobs: number }>(sql`select coalesce(source_name, '') as kind, count(*) as jobs
          from pgboss.job where name = ${DEAD_LETTER_QUEUE} and state = 'created' and ${isOf(whose)} group by 1 order by 2 desc, 1`),
      ),
    async repeat({ jobId, kind = null, ...whose }) {
      const known = whose.workplaceId !== undefined ? await idsOf(db, { kind, ...whose }) : undefined;
      const ids = jobId ? (known ?? [jobId]).filter((id) => id === jobId) : known;
      if (ids?.length === 0) return 0;
      return boss.redrive(DEAD_LETTER_QUEUE, {
        limit: MOST_AT_ONCE,
        ...(ids ? { ids } : {}),
        ...(kind ? { sourceName: kind } : {}),
      });
    },
    drop: async (jobId, whose) =>
      (await db.global((tx) =>
        tx.run(
          sql`delete from pgboss.job where name = ${DEAD_LETTER_QUEUE} and id = ${jobId} and state = 'created' and ${isOf(whose)}`,
        ),
      )) > 0,
  };
}
