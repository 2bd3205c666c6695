import { type Executor, json, sql } from '../../db/index.ts';

/** Notes something of an account with a value, once: what was noted before stays. Returns what is noted. */
export async function noteFlag<T>(tx: Executor, accountId: string, flag: string, value: T): Promise<T> {
  await tx.run(sql`insert into account_flag (account_id, flag, value) values (${accountId}, ${flag}, ${json(value)})
    on conflict do nothing`);
  return (await readFlag<T>(tx, accountId, flag)) ?? value;
}

/** When something was last noted of an account; undefined: nothing was. */
export const lastFlagAt = async (ex: Executor, accountId: string): Promise<string | undefined> =>
  (
    await ex.first<{ at: string | null }>(
      sql`select max(set_at) as at from account_flag where account_id = ${accountId}`,
    )
  )?.at ?? undefined;

/** What noteFlag noted, if anything. */
export const readFlag = async <T>(ex: Executor, accountId: string, flag: string): Promise<T | undefined> =>
  (await ex.first<{ value: T }>(sql`select value from account_flag where account_id = ${accountId} and flag = ${flag}`))
    ?.value;

/** Gives up the email of a demo account and lets its time be over. */
export const endDemoAccount = (tx: Executor, accountId: string): Promise<number> =>
  tx.run(sql`update account set email = ${`retired-${accountId}@quayside.test`}, deleted_at = now(),
      delete_at = now() - interval '1 second'
    where account_id = ${accountId} and is_demo`);
