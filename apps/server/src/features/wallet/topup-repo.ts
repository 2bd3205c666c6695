import { type Executor, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';

export interface TopupRow {
  topup_id: string;
  mode: Mode;
  /** USD cents. */
  amount: number;
  state: 'requested' | 'unknown' | 'open' | 'paid' | 'expired' | 'failed';
  provider_ref: string | null;
  confirmation_url: string | null;
  error_key: string | null;
  /** The workplace in which it was begun. */
  begun_in: string | null;
}

const columns = sql`topup_id, mode, amount, state, provider_ref, confirmation_url, error_key, begun_in`;

export const findTopup = (ex: Executor, accountId: string, topupId: string): Promise<TopupRow | undefined> =>
  ex.first<TopupRow>(sql`select ${columns} from topup where account_id = ${accountId} and topup_id = ${topupId}`);

export const lockTopup = (tx: Executor, accountId: string, topupId: string): Promise<TopupRow | undefined> =>
  tx.first<TopupRow>(
    sql`select ${columns} from topup where account_id = ${accountId} and topup_id = ${topupId} for update`,
  );

/** Records how a top-up stands; a settled one (paid, expired, failed) is asked after no more. */
export async function setTopup(
  tx: Executor,
  accountId: string,
  topupId: string,
  next: { state: TopupRow['state']; providerRef?: string; confirmationUrl?: string; errorKey?: string },
): Promise<void> {
  const open = next.state === 'requested' || next.state === 'unknown' || next.state === 'open';
  await tx.run(sql`update topup set state = ${next.state}, provider_ref = coalesce(${next.providerRef ?? null}, provider_ref),
      confirmation_url = coalesce(${next.confirmationUrl ?? null}, confirmation_url), error_key = ${next.errorKey ?? null}, updated_at = now()
    where account_id = ${accountId} and topup_id = ${topupId}`);
  await tx.run(sql`update topup_directory set provider_ref = coalesce(${next.providerRef ?? null}, provider_ref), open = ${open}
    where topup_id = ${topupId}`);
}
