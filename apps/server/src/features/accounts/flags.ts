import { type Executor, sql } from '../../db/index.ts';

export const FROM_MARKETPLACE = 'from-marketplace';
export const FROM_MOBILE = 'from-mobile';
/** Written by the feature `activity`. */
export const AGENCY_TRIAL = 'mvp:subscribed';
export const PLAN_REINSTALLED = 'plan-reinstalled';
export const DEMO_MODE = 'meta:DEMO_MODE';

/** Keeps something of an account that was found out once. */
export const keepFlag = (tx: Executor, accountId: string, flag: string): Promise<number> =>
  tx.run(sql`insert into account_flag (account_id, flag) values (${accountId}, ${flag}) on conflict do nothing`);

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
