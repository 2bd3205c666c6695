import { type Executor, sql } from '../../db/index.ts';
import type { ClaimLevels } from './rules/postings.ts';

export interface ClaimRow extends ClaimLevels {
  /** Increases with every check. */
  checks: number;
}

export const findClaim = (ex: Executor, accountId: string, topupId: string): Promise<ClaimRow | undefined> =>
  ex.first<ClaimRow>(
    sql`select frozen, taken, checks from topup_claim where account_id = ${accountId} and topup_id = ${topupId}`,
  );

/** Saves the current total of claims on a top-up. `amount`: of the whole top-up. */
export async function saveClaim(
  tx: Executor,
  { accountId, amount, topupId }: { accountId: string; topupId: string; amount: number },
  { frozen, taken }: ClaimLevels,
): Promise<void> {
  await tx.run(sql`insert into topup_claim as c (account_id, topup_id, amount, frozen, taken, checks)
    values (${accountId}, ${topupId}, ${amount}, ${frozen}, ${taken}, 1)
    on conflict (account_id, topup_id) do update set frozen = excluded.frozen, taken = excluded.taken, checks = c.checks + 1,
      changed_at = case when c.frozen = excluded.frozen and c.taken = excluded.taken then c.changed_at else excluded.changed_at end`);
  await tx.run(sql`update topup_directory set disputed = ${frozen > 0} where topup_id = ${topupId}
    and disputed is distinct from ${frozen > 0}`);
}

/** Disputed top-ups, polled in case their webhook is lost. */
export const listDisputed = (tx: Executor): Promise<{ account_id: string; topup_id: string }[]> =>
  tx.rows(sql`select account_id, topup_id from topup_directory where disputed order by topup_id`);
