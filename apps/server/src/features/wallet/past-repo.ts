import { newId } from '@quayside/kernel';
import { type Executor, json, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';
import { lockWallet } from './repo.ts';
import { type PastTransaction, toPostings } from './rules/past-transactions.ts';

/** Books what moved earlier into a wallet that nothing has moved in, as of the times given. */
export async function insertPastTransactions(
  tx: Executor,
  wallet: { accountId: string; workplaceId: string; mode: Mode },
  moves: readonly PastTransaction[],
): Promise<void> {
  const { accountId, mode, workplaceId } = wallet;
  const before = await lockWallet(tx, accountId, mode);
  const { balances, postings } = toPostings(moves, before);
  const topups = moves.filter((move) => move.kind === 'topup');
  await tx.run(sql`insert into topup (account_id, topup_id, mode, amount, provider, state, provider_ref, begun_in, created_at, updated_at)
    select ${accountId}, n."topupId", ${mode}, n.amount, n.provider, 'paid', n."providerRef", ${workplaceId}, n.at, n.at
    from jsonb_to_recordset(${json(topups)}) as n("topupId" uuid, amount bigint, provider text, "providerRef" text, at timestamptz)
    returning 1`);
  await tx.run(sql`insert into topup_directory (topup_id, account_id, provider, provider_ref, mode, open)
    select n."topupId", ${accountId}, n.provider, n."providerRef", ${mode}, false
    from jsonb_to_recordset(${json(topups)}) as n("topupId" uuid, provider text, "providerRef" text)
    returning 1`);
  // Ids grow in the order of time: the log is listed by them.
  const rows = postings.map(({ entries, ...posting }) => ({ ...posting, id: newId(), entries }));
  await tx.run(sql`insert into ledger_posting (account_id, posting_id, mode, kind, idempotency_key, reference, posted_at)
    select ${accountId}, n.id, ${mode}, n.kind, n.key, n.reference, n.at
    from jsonb_to_recordset(${json(rows)}) as n(id uuid, kind text, key text, reference jsonb, at timestamptz)
    returning 1`);
  const entries = rows.flatMap(({ entries, id }) =>
    entries.map((entry, index) => ({ id, no: index + 1, account: entry.account, amount: entry.amount })),
  );
  await tx.run(sql`insert into ledger_entry (account_id, posting_id, entry_no, ledger_account, amount)
    select ${accountId}, n.id, n.no, n.account, n.amount
    from jsonb_to_recordset(${json(entries)}) as n(id uuid, no smallint, account text, amount bigint)
    returning 1`);
  await tx.run(sql`update wallet set topup = ${balances.topup}, bonus = ${balances.bonus}, reserved = ${balances.reserved},
      policy_accepted_at = coalesce(policy_accepted_at, ${topups[0]?.at ?? null}::timestamptz)
    where account_id = ${accountId} and mode = ${mode}`);
}
