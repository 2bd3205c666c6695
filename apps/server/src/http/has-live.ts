import type { Config } from '../config.ts';
import { type Db, type Executor, sql } from '../db/index.ts';
import { membersOf } from './members-of.ts';
import { isOperator, type OperatorFacts } from './operators.ts';

/** Whether a workplace has a live store or supplier. */
export const isConnectedLive = async (ex: Executor, workplaceId: string): Promise<boolean> =>
  (await ex.first(sql`select 1 from store where workplace_id = ${workplaceId} and mode = 'live' and status <> 'uninstalled'
    union all select 1 from supplier_connection where workplace_id = ${workplaceId} and mode = 'live' limit 1`)) !==
  undefined;

/**
 * Whether an account has something real to lose: a live store, supplier or wallet in one of its workspaces, or operator
 * rights. Sandbox identity proofs don't count then, because anyone can claim any identity there.
 */
export async function hasLive({ config, db }: { config: Config; db: Db }, accountId: string): Promise<boolean> {
  const account = await db.global((tx) =>
    tx.first<OperatorFacts>(sql`select email, operator_email, is_demo from account where account_id = ${accountId}`),
  );
  if (account && isOperator(config, account)) return true;
  const { members, paid } = await db.read({ accountId }, async (ex) => ({
    members: await membersOf(ex, accountId),
    paid: await ex.first(sql`select 1 from topup where account_id = ${accountId} and mode = 'live' limit 1`),
  }));
  if (paid) return true;
  for (const { owner_id: owner, workplace_id: workplaceId } of members) {
    if (await db.read({ accountId: owner ?? accountId, workplaceId }, (ex) => isConnectedLive(ex, workplaceId)))
      return true;
  }
  return false;
}
