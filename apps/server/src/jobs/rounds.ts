import { z } from 'zod';
import { type Db, type Executor, sql, type WorkplaceScope } from '../db/index.ts';
import type { Deps } from '../deps.ts';
import { handler, type JobHandler, type JobKind, type JobRun } from './define.ts';

/** Payload of a schedule over all workplaces or accounts. joins: sent by a worker to others while a round is under way. */
export const roundPayload = z.object({ joins: z.boolean().optional() });

/** A schedule over all workplaces or accounts. Several workers share a round, a page of ids each. */
export interface Round<T> {
  kind: JobKind<z.output<typeof roundPayload>>;
  /** At most `limit` rows with after < id <= last, by id. */
  list(tx: Executor, after: string, last: string, limit: number): Promise<readonly T[]>;
  idOf(row: T): string;
  work(row: T, signal: AbortSignal): Promise<void>;
  /** Runs once for each round, in the transaction that ends its last page. */
  end?(tx: Executor): Promise<void>;
}

/** Every account, the only list of everything that needs no tenant. */
export const everyAccount = {
  list: (tx: Executor, after: string, last: string, limit: number): Promise<{ account_id: string }[]> =>
    tx.rows(sql`select account_id from account where account_id > ${after} and account_id <= ${last}
      order by account_id limit ${limit}`),
  idOf: (row: { account_id: string }) => row.account_id,
};

/** Visits every workplace of an account, with or without stores. */
export async function eachWorkplaceOf(
  db: Db,
  accountId: string,
  signal: AbortSignal | undefined,
  visit: (here: WorkplaceScope) => Promise<unknown>,
): Promise<void> {
  const workplaces = await db.read({ accountId }, (ex) =>
    ex.rows<{ workplace_id: string }>(sql`select workplace_id from workplace where account_id = ${accountId}`),
  );
  for (const { workplace_id: workplaceId } of workplaces) {
    if (signal?.aborted) return;
    await visit({ accountId, workplaceId });
  }
}

const PAGE = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** How long a page belongs to its worker; after half of it, the worker leaves the rest to the next one. */
const LEASE_SECONDS = 300;
/** How long a job works before others of its worker get the slot, in milliseconds. */
const SLICE_MS = 60_000;

interface Page<T> {
  rows: readonly T[];
  last: string;
  /** Others may follow. */
  hasMore: boolean;
  /** Taken over, possibly from the round before. */
  isLeft: boolean;
}

const lease = sql`now() + make_interval(secs => ${LEASE_SECONDS}::int)`;

/** Takes over a page whose worker ended in the middle. */
const claimLeft = (tx: Executor, name: string): Promise<{ done_id: string; last_id: string } | undefined> =>
  tx.first(sql`update schedule_page set claimed_until = ${lease}
    where schedule = ${name} and last_id = (select last_id from schedule_page where schedule = ${name}
      and claimed_until <= now() order by last_id limit 1 for update skip locked)
    returning done_id, last_id`);

const isAnyHeld = async (tx: Executor, name: string): Promise<boolean> =>
  (await tx.first(sql`select from schedule_page where schedule = ${name} limit 1`)) !== undefined;

const lockRound = (tx: Executor, name: string): Promise<{ after_id: string | null } | undefined> =>
  tx.first(sql`select after_id from schedule_round where schedule = ${name} for update`);

async function claimPage<T>(tx: Executor, { kind, list, idOf, end }: Round<T>, begins: boolean, size: number) {
  const { name } = kind;
  const left = await claimLeft(tx, name);
  if (left) {
    const rows = await list(tx, left.done_id, left.last_id, size);
    return { rows, last: left.last_id, hasMore: true, isLeft: true } satisfies Page<T>;
  }
  await tx.run(sql`insert into schedule_round (schedule) values (${name}) on conflict do nothing`);
  const round = await lockRound(tx, name);
  // A new round waits for the last pages of the one before, so that no two workers have the same rows.
  if (!round?.after_id && (!begins || (await isAnyHeld(tx, name)))) return undefined;
  const after = round?.after_id ?? FIRST_ID;
  const rows = await list(tx, after, LAST_ID, size);
  const last = rows.at(-1);
  const hasMore = rows.length >= size;
  await tx.run(
    sql`update schedule_round set after_id = ${last && hasMore ? idOf(last) : null} where schedule = ${name}`,
  );
  if (!last) {
    if (!(await isAnyHeld(tx, name))) await end?.(tx);
    return undefined;
  }
  await tx.run(sql`insert into schedule_page (schedule, last_id, done_id, claimed_until)
    values (${name}, ${idOf(last)}, ${after}, ${lease})`);
  return { rows, last: idOf(last), hasMore, isLeft: false } satisfies Page<T>;
}

/**
 * The job of a round. Its schedule begins one, or continues the last one if that is still under way; while pages are
 * left, each worker that takes one calls another. A killed worker's page is taken over after its lease.
 */
export function roundHandler<T>(deps: Pick<Deps, 'db' | 'queue' | 'log'>, round: Round<T>, size = PAGE): JobHandler {
  const { kind, idOf, work } = round;

  /** Works through a page, or leaves the rest of it. */
  async function workPage({ rows, last }: Page<T>, signal: AbortSignal): Promise<void> {
    const until = Date.now() + (LEASE_SECONDS * 1_000) / 2;
    let done: string | undefined;
    for (const row of rows) {
      if (signal.aborted || Date.now() > until) {
        const from = done;
        await deps.db.global((tx) =>
          // Not now(): the column rounds to milliseconds, and another worker may look in the same one.
          tx.run(sql`update schedule_page set claimed_until = '-infinity', done_id = coalesce(${from ?? null}::uuid, done_id)
            where schedule = ${kind.name} and last_id = ${last}`),
        );
        return;
      }
      await work(row, signal).catch((err: unknown) =>
        deps.log.error({ err, schedule: kind.name, id: idOf(row) }, 'a part of a schedule failed'),
      );
      // The row that was interrupted is repeated.
      if (!signal.aborted) done = idOf(row);
    }
    await deps.db.global(async (tx) => {
      // Two workers may end their pages at the same moment: the second one sees the first one's gone.
      const rest = await lockRound(tx, kind.name);
      const ended = await tx.run(sql`delete from schedule_page where schedule = ${kind.name} and last_id = ${last}`);
      if (ended > 0 && !rest?.after_id && !(await isAnyHeld(tx, kind.name))) await round.end?.(tx);
    });
  }

  async function handle({ joins }: z.output<typeof roundPayload>, { signal }: JobRun): Promise<void> {
    const until = Date.now() + SLICE_MS;
    let begins = !joins;
    let calls = true;
    while (!signal.aborted) {
      const isLast = Date.now() > until;
      const page = await deps.db.global(async (tx) => {
        const claimed = await claimPage(tx, round, begins, size);
        if (claimed?.hasMore && (calls || isLast)) await deps.queue.send(tx, kind, { joins: true });
        return claimed;
      });
      if (!page) return;
      await workPage(page, signal);
      if (isLast) return;
      if (!page.isLeft) begins = false;
      if (page.hasMore) calls = false;
    }
  }

  return handler(kind, handle);
}
