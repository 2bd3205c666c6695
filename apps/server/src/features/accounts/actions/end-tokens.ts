import { type Executor, sql, within } from '../../../db/index.ts';

/** Revokes all API tokens of the account's own workspaces. `tx` runs under that account. */
export async function endTokens(tx: Executor, accountId: string): Promise<void> {
  const own = await tx.rows<{ workplace_id: string }>(
    sql`select workplace_id from workplace where account_id = ${accountId}`,
  );
  for (const { workplace_id: workplaceId } of own)
    await within(tx, { accountId, workplaceId }, { accountId }, () =>
      tx.run(sql`update api_token set revoked_at = now() where workplace_id = ${workplaceId} and revoked_at is null`),
    );
  await tx.run(sql`delete from api_token_directory where account_id = ${accountId}`);
}
