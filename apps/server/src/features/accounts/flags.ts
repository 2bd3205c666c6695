import { type Executor, json, sql } from '../../db/index.ts';

export const FROM_MARKETPLACE = 'from-marketplace';
export const FROM_MOBILE = 'from-mobile';
/** Written by the feature `activity`. */
export const AGENCY_TRIAL = 'mvp:subscribed';
export const PLAN_REINSTALLED = 'plan-reinstalled';
export const DEMO_MODE = 'meta:DEMO_MODE';

/** Keeps something of an account that was found out once. */
export const keepFlag = (tx: Executor, accountId: string, flag: string): Promise<number> =>
  tx.run(sql`insert into account_flag (account_id, flag) values (${accountId}, ${flag}) on conflict do nothing`);

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

/** A demo mode that is on: its account's workspaces import and push nothing. */
export async function setDemoMode(tx: Executor, accountId: string, on: boolean): Promise<void> {
  const [now, before] = on ? [DEMO_MODE, 'meta-done:DEMO_MODE'] : ['meta-done:DEMO_MODE', DEMO_MODE];
  await tx.run(sql`delete from account_flag where account_id = ${accountId} and flag = ${before}`);
  await keepFlag(tx, accountId, now);
}

/**
 * A store of the account was connected: whoever came from the marketplace is an owner like any other from now on (rule
 * B002). `again`: its shop had removed the app and has installed it anew.
 */
export async function noteStore(tx: Executor, accountId: string, again: boolean): Promise<void> {
  await tx.run(sql`update account set is_user_mkt = false where account_id = ${accountId} and is_user_mkt`);
  if (again) await keepFlag(tx, accountId, PLAN_REINSTALLED);
}
