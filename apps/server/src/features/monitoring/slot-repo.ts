import { type Executor, sql } from '../../db/index.ts';
import type { ScheduleSlot } from './tables.ts';

/** How long a worker has a turn, or a product, without saying that it still works, in seconds. */
export const HELD_SECONDS = 120;
/** A job that was sent is looked for again after so many seconds: it may have been lost with its worker. */
const SENT_SECONDS = 300;

const named = (turn: ScheduleSlot) =>
  sql`workplace_id = ${turn.workplaceId} and source = ${turn.source} and mode = ${turn.mode}`;

/** Something of a supplier's is to be looked at, and the caller sends the job for it. */
export const createSlot = (tx: Executor, turn: ScheduleSlot): Promise<number> =>
  tx.run(sql`insert into monitoring_turn as t (workplace_id, source, mode, due_at)
    values (${turn.workplaceId}, ${turn.source}, ${turn.mode}, now() + make_interval(secs => ${SENT_SECONDS}))
    on conflict (workplace_id, source, mode) do update set due_at = least(t.due_at, excluded.due_at)`);

/** Takes the turns that are due and that no worker is at; the caller sends a job for each. */
export const claimDueSlots = (tx: Executor, most: number): Promise<ScheduleSlot[]> =>
  tx.rows<ScheduleSlot>(sql`update monitoring_turn t set due_at = now() + make_interval(secs => ${SENT_SECONDS})
    from (select workplace_id, source, mode from monitoring_turn
      where due_at <= now() and (held_until is null or held_until < now())
      order by due_at limit ${most} for update skip locked) due
    where t.workplace_id = due.workplace_id and t.source = due.source and t.mode = due.mode
    returning t.workplace_id as "workplaceId", t.source, t.mode`);

/** Takes a turn for one worker alone; undefined: another one is at it. Answers how often the supplier could not be asked. */
export const claimSlot = (tx: Executor, turn: ScheduleSlot, holder: string): Promise<{ pauses: number } | undefined> =>
  tx.first<{ pauses: number }>(sql`update monitoring_turn set holder = ${holder},
      held_until = now() + make_interval(secs => ${HELD_SECONDS}), due_at = now() + make_interval(secs => ${SENT_SECONDS})
    where ${named(turn)} and (held_until is null or held_until < now()) returning pauses`);

/** Says that the worker is still at it. false: another one has it by now. */
export const extendSlot = async (tx: Executor, turn: ScheduleSlot, holder: string): Promise<boolean> =>
  (await tx.run(sql`update monitoring_turn set held_until = now() + make_interval(secs => ${HELD_SECONDS}),
      due_at = now() + make_interval(secs => ${SENT_SECONDS})
    where ${named(turn)} and holder = ${holder}::uuid`)) > 0;

/**
 * Ends a turn. `pauseMs`: the supplier is left alone for so long; else it is due when the next of its products is, which is
 * read while the turn is locked, so that a product watched just now is not forgotten. Answers milliseconds until then;
 * undefined: nothing of it is watched, or it was another worker's by now.
 */
export async function finishSlot(
  tx: Executor,
  turn: ScheduleSlot,
  holder: string,
  pauseMs: number | undefined,
): Promise<number | undefined> {
  const mine = await tx.first(
    sql`select 1 from monitoring_turn where ${named(turn)} and holder = ${holder}::uuid for update`,
  );
  if (!mine) return undefined;
  const next = await tx.first<{ ms: number | null }>(sql`select ceil(extract(epoch from
      min(greatest(next_look_at, coalesce(lease_until, next_look_at))) - now()) * 1000)::bigint as ms
    from product_watch where ${named(turn)}`);
  if (next?.ms === null || next?.ms === undefined) {
    await tx.run(sql`delete from monitoring_turn where ${named(turn)}`);
    return undefined;
  }
  const ms = Math.max(0, pauseMs ?? Number(next.ms));
  await tx.run(sql`update monitoring_turn set holder = null, held_until = null,
      pauses = case when ${pauseMs !== undefined} then pauses + 1 else 0 end,
      due_at = now() + make_interval(secs => ${ms / 1000})
    where ${named(turn)}`);
  return ms;
}

/** A workplace that is no more has no turns. */
export const deleteSlot = (tx: Executor, turn: ScheduleSlot): Promise<number> =>
  tx.run(sql`delete from monitoring_turn where ${named(turn)}`);
