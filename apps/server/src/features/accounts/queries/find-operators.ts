import { type Executor, sql } from '../../../db/index.ts';

/** Accounts of operators who have claimed them. `operators`: their emails. */
export async function findOperators(tx: Executor, operators: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ account_id: string }>(
    sql`select account_id from account where operator_email = any(${operators}::text[])
      and email_key = operator_email and deleted_at is null`,
  );
  return rows.map((row) => row.account_id);
}
