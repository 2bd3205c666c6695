import type { Db } from '../../db/index.ts';
import { sql } from '../../db/index.ts';
import { type JobHandler, Later } from '../../jobs/define.ts';
import type { Queue } from '../../jobs/queue.ts';

interface Waiting {
  id: number;
  name: string;
  payload: unknown;
  attempt: number;
}

export interface JobTable {
  queue: Queue;
  /** Jobs that wait, oldest first. */
  waiting(): Promise<Waiting[]>;
  /**
   * Runs what waits, and what that adds, until nothing is left. A job that asked for later stays for the next drain, as
   * does one that failed; their errors are answered.
   */
  drain(handlers: readonly JobHandler[], signal?: AbortSignal): Promise<unknown[]>;
}

/** A queue in a table of the test's database: jobs exist exactly when the caller's transaction commits, and run when told. */
export async function jobTable(db: Db): Promise<JobTable> {
  await db.owner(async (tx) => {
    await tx.raw(
      `create table if not exists test_job (id serial primary key, name text not null, payload jsonb not null, attempt integer not null default 0)`,
    );
    await tx.raw('grant all on test_job to quayside_app; grant all on sequence test_job_id_seq to quayside_app');
  });
  const add = (name: string, payload: unknown) =>
    sql`insert into test_job (name, payload) values (${name}, ${JSON.stringify(payload)}::jsonb)`;
  const list = () => db.global((tx) => tx.rows<Waiting>(sql`select * from test_job order by id`));
  return {
    queue: {
      async send(tx, kind, payload) {
        await tx.run(add(kind.name, payload));
      },
      async sendMany(tx, kind, payloads) {
        for (const payload of payloads) await tx.run(add(kind.name, payload));
      },
    },
    waiting: list,
    async drain(handlers, signal = new AbortController().signal) {
      const errors: unknown[] = [];
      const put = new Set<number>();
      for (;;) {
        const job = (await list()).find((one) => !put.has(one.id));
        if (!job) return errors;
        const found = handlers.find((one) => one.kind.name === job.name);
        if (!found) throw new Error(`no handler for the job ${job.name}`);
        const tries = found.kind.tries ?? 8;
        try {
          await found.handle(found.kind.payload.parse(job.payload), {
            jobId: String(job.id),
            attempt: job.attempt,
            isLastTry: job.attempt + 1 >= tries,
            signal,
            lost: signal,
          });
          await db.global((tx) => tx.run(sql`delete from test_job where id = ${job.id}`));
        } catch (error) {
          errors.push(error);
          put.add(job.id);
          const counts = error instanceof Later ? 0 : 1;
          await db.global((tx) =>
            job.attempt + counts >= tries
              ? tx.run(sql`delete from test_job where id = ${job.id}`)
              : tx.run(sql`update test_job set attempt = attempt + ${counts} where id = ${job.id}`),
          );
        }
      }
    },
  };
}
