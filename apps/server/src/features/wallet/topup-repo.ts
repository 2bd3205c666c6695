import type { ConnectorId } from '@quayside/connector-kit';
import {
  type Again,
  type Claimed,
  type ClaimParts,
  type EffectRow,
  isAgain,
  type Noted,
  releaseRow,
} from '../../db/effect-row.ts';
import { type Executor, json, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';
import { TOPUP_OPEN, TOPUP_TRANSITIONS, type TopupRowState } from '../../states/topup.ts';

export interface TopupRow {
  topup_id: string;
  mode: Mode;
  /** The payment provider's connector. */
  provider: ConnectorId;
  /** US cents. */
  amount: number;
  state: TopupRowState;
  provider_ref: string | null;
  confirmation_url: string | null;
  error_key: string | null;
  /** The workplace of the request. */
  begun_in: string | null;
  created_at: string;
}

const columns = sql`topup_id, mode, provider, amount, state, provider_ref, confirmation_url, error_key, begun_in, created_at`;

export const findTopup = (ex: Executor, accountId: string, topupId: string): Promise<TopupRow | undefined> =>
  ex.first<TopupRow>(sql`select ${columns} from topup where account_id = ${accountId} and topup_id = ${topupId}`);

export const lockTopup = (tx: Executor, accountId: string, topupId: string): Promise<TopupRow | undefined> =>
  tx.first<TopupRow>(
    sql`select ${columns} from topup where account_id = ${accountId} and topup_id = ${topupId} for update`,
  );

/** Saves a top-up's state; settled ones (paid, expired, failed) are no longer checked. */
export async function setTopup(
  tx: Executor,
  accountId: string,
  topupId: string,
  next: { state: TopupRow['state']; providerRef?: string; confirmationUrl?: string; errorKey?: string },
): Promise<void> {
  await tx.run(sql`update topup set state = ${next.state}, provider_ref = coalesce(${next.providerRef ?? null}, provider_ref),
      confirmation_url = coalesce(${next.confirmationUrl ?? null}, confirmation_url), error_key = ${next.errorKey ?? null}, claimed_by = null, claimed_until = null,
      updated_at = now()
    where account_id = ${accountId} and topup_id = ${topupId}`);
  await tx.run(sql`update topup_directory set provider_ref = coalesce(${next.providerRef ?? null}, provider_ref), open = ${TOPUP_OPEN.includes(next.state)}
    where topup_id = ${topupId}`);
}

/** Checkout creation in topup rows. Attempts tell whether it may have been sent. */
export const CREATING_TOPUP: EffectRow = {
  table: 'topup',
  owner: 'account_id',
  key: 'topup_id',
  prefix: '',
  states: { waiting: 'requested', sending: 'requested', unknown: 'unknown' },
  moves: TOPUP_TRANSITIONS,
  openedAt: sql`created_at`,
};

/** A top-up claimed by this worker for creating its checkout. */
export interface TopupClaim extends Claimed {
  topup_id: string;
  mode: Mode;
  provider: ConnectorId;
  /** US cents. */
  amount: number;
  begun_in: string | null;
  /** Return page in the app. */
  return_path: string;
  created_at: string;
  /** So old that none of its checkouts can be paid any more. */
  is_over: boolean;
}

/** Age in milliseconds after which each provider must be looked up; always for others. */
export function topupParts(askedAfterMs: Readonly<Record<ConnectorId, number>>): ClaimParts {
  const isOld = sql`created_at < clock_timestamp()
    - make_interval(secs => coalesce((${json(askedAfterMs)}::jsonb ->> provider)::double precision, 0) / 1000)`;
  return {
    columns: sql`p.topup_id, p.mode, p.provider, p.amount, p.begun_in, p.return_path, p.created_at, p.pauses,
      p.created_at < clock_timestamp() - interval '7 days' as is_over`,
    asks: isOld,
    notes: sql`not (${isOld})`,
  };
}

/** Final outcome of creating a checkout. */
export type TopupEnd =
  | { kind: 'open'; providerRef: string; confirmationUrl?: string }
  | { kind: 'failed'; errorKey: string };

/** Records the outcome and releases the row. false: another worker holds it, or it was recovered. */
export async function endTopup(tx: Executor, accountId: string, held: Noted, end: TopupEnd | Again): Promise<boolean> {
  const locked = await tx.first(sql`select 1 from topup where account_id = ${accountId} and topup_id = ${held.id}
    and claimed_by = ${held.token} for update`);
  if (!locked) return false;
  if (isAgain(end)) {
    if (!end.busy)
      await tx.run(sql`update topup set error_key = 'PAYMENT_PROVIDER_DOWN'
        where account_id = ${accountId} and topup_id = ${held.id}`);
    return releaseRow(tx, CREATING_TOPUP, accountId, held, end);
  }
  const { kind: state, ...rest } = end;
  await setTopup(tx, accountId, held.id, { state, ...rest });
  return true;
}

/** When an open checkout is checked again, or that it is abandoned. */
export async function paceTopup(
  tx: Executor,
  accountId: string,
  topupId: string,
  afterMs: number | undefined,
): Promise<void> {
  if (afterMs !== undefined) {
    await tx.run(sql`update topup_directory set next_check_at = now() + make_interval(secs => ${afterMs / 1000})
      where topup_id = ${topupId}`);
    return;
  }
  await tx.run(sql`update topup_directory set open = false where topup_id = ${topupId}`);
  await tx.run(sql`update topup set error_key = 'PAYMENT_PROVIDER_DOWN', updated_at = now()
    where account_id = ${accountId} and topup_id = ${topupId} and state = 'open'`);
}
