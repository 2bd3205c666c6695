import { type Executor, type StoreScope, sql, type WorkplaceScope, within } from '../../db/index.ts';
import { findEntries } from './repo.ts';

/** Records the previous payer when a workplace changes owners. */
export async function saveFormerPayer(tx: Executor, workplaceId: string, accountId: string): Promise<void> {
  await tx.run(sql`insert into wallet_former_payer (workplace_id, account_id) values (${workplaceId}, ${accountId})
    on conflict (workplace_id, account_id) do update set until = excluded.until`);
}

/**
 * The account with a posting of this key: the current owner's, or an earlier payer's in the workplace. undefined: none.
 */
export async function findPayer(
  tx: Executor,
  home: WorkplaceScope & StoreScope,
  key: string,
): Promise<string | undefined> {
  if ((await findEntries(tx, home.accountId, key)).length > 0) return home.accountId;
  const former = await tx.rows<{ account_id: string }>(sql`select account_id from wallet_former_payer
    where workplace_id = ${home.workplaceId} order by until desc`);
  for (const { account_id: accountId } of former) {
    const there = { accountId, workplaceId: home.workplaceId };
    if ((await within(tx, there, home, () => findEntries(tx, accountId, key))).length > 0) return accountId;
  }
  return undefined;
}

/**
 * Payers by payment reference: the current owner, even if a job still names a previous one, or the account that
 * reserved the money before the workspace changed hands.
 */
export async function findPayers(
  tx: Executor,
  home: WorkplaceScope & StoreScope,
  references: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { accountId, workplaceId } = home;
  const place = await tx.first<{ owner: string; was_another: boolean }>(sql`select account_id as owner,
      exists (select 1 from wallet_former_payer where workplace_id = ${workplaceId}) as was_another
    from workplace where workplace_id = ${workplaceId}`);
  const payers = new Map<string, string>();
  for (const reference of references) {
    const former = place?.was_another ? await findPayer(tx, home, `reserve:${reference}`) : undefined;
    payers.set(reference, former ?? place?.owner ?? accountId);
  }
  return payers;
}

/** Works in an account's ledger; `home`: the transaction's original scope. */
export const inBooksOf = <T>(
  tx: Executor,
  home: WorkplaceScope & StoreScope,
  accountId: string,
  work: () => Promise<T>,
): Promise<T> =>
  accountId === home.accountId ? work() : within(tx, { accountId, workplaceId: home.workplaceId }, home, work);
