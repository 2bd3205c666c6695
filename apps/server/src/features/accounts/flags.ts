import { type Executor, sql } from '../../db/index.ts';

export const FROM_MARKETPLACE = 'from-marketplace';
export const FROM_MOBILE = 'from-mobile';
/** Written by the feature `activity`. */
export const AGENCY_TRIAL = 'mvp:subscribed';
export const PLAN_REINSTALLED = 'plan-reinstalled';
export const DEMO_MODE = 'meta:DEMO_MODE';

/** Sets a permanent flag of an account. */
export const saveFlag = (tx: Executor, accountId: string, flag: string): Promise<number> =>
  tx.run(sql`insert into account_flag (account_id, flag) values (${accountId}, ${flag}) on conflict do nothing`);

/** Sets demo mode, in which the account's workspaces import and push nothing. */
export async function setDemoMode(tx: Executor, accountId: string, on: boolean): Promise<void> {
  const [now, before] = on ? [DEMO_MODE, 'meta-done:DEMO_MODE'] : ['meta-done:DEMO_MODE', DEMO_MODE];
  await tx.run(sql`delete from account_flag where account_id = ${accountId} and flag = ${before}`);
  await saveFlag(tx, accountId, now);
}

/**
 * A store was connected: marketplace users become ordinary owners (rule B002). `again`: the shop reinstalled the app.
 */
export async function noteStore(tx: Executor, accountId: string, again: boolean): Promise<void> {
  await tx.run(sql`update account set is_user_mkt = false where account_id = ${accountId} and is_user_mkt`);
  if (again) await saveFlag(tx, accountId, PLAN_REINSTALLED);
}
