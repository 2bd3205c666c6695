import { type Executor, sql } from '../../../db/index.ts';

/** A page of the accounts that aren't deleted, by id. */
export const listOpenAccounts = (
  tx: Executor,
  after: string,
  last: string,
  limit: number,
): Promise<{ account_id: string }[]> =>
  tx.rows(sql`select account_id from account where deleted_at is null and account_id > ${after} and account_id <= ${last}
    order by account_id limit ${limit}`);

export const countOpenAccounts = async (tx: Executor): Promise<number> =>
  (await tx.first<{ n: number }>(sql`select count(*)::int as n from account where deleted_at is null`))?.n ?? 0;
