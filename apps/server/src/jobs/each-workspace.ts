import { type Db, sql, type WorkplaceScope } from '../db/index.ts';

const ACCOUNTS = 500;

/** Calls `visit` for every account, in pages by id. */
export async function eachAccount(
  db: Db,
  signal: AbortSignal | undefined,
  visit: (accountId: string) => Promise<unknown>,
): Promise<void> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const after = last;
    const accounts = await db.global((tx) =>
      tx.rows<{ account_id: string }>(
        sql`select account_id from account where account_id > ${after}::uuid order by account_id limit ${ACCOUNTS}`,
      ),
    );
    for (const { account_id: accountId } of accounts) {
      if (signal?.aborted) return;
      await visit(accountId);
      last = accountId;
    }
    if (accounts.length < ACCOUNTS) return;
  }
}

/** Calls `visit` for every workspace, with or without stores: by account, the only list that needs no tenant. */
export const eachWorkspace = (
  db: Db,
  signal: AbortSignal | undefined,
  visit: (scope: WorkplaceScope) => Promise<unknown>,
): Promise<void> =>
  eachAccount(db, signal, async (accountId) => {
    const workplaces = await db.read({ accountId }, (ex) =>
      ex.rows<{ workplace_id: string }>(sql`select workplace_id from workplace where account_id = ${accountId}`),
    );
    for (const { workplace_id: workplaceId } of workplaces) {
      if (signal?.aborted) return;
      await visit({ accountId, workplaceId });
    }
  });
