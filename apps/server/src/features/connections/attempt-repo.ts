import type { ChannelId } from '@quayside/connector-kit';
import { type Executor, json, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';
import type { Sealed } from '../../vault/vault.ts';
import type { Problem } from './rules/reachability.ts';

export type Outcome = { state: 'connected'; storeId: string } | ({ state: 'refused' } & Problem);

export interface Attempt {
  state: string;
  /** The account that owns the workplace. */
  account_id: string;
  /** Who started it; null: that account itself. */
  person_id: string | null;
  workplace_id: string;
  platform: ChannelId;
  base_url: string;
  /** The entered URL; null: started before it was recorded. */
  shop: string | null;
  mode: Mode;
  expires_at: string;
  delivered: Sealed | null;
  outcome: Outcome | null;
  used_at: string | null;
}

export const attemptContext = (state: string): string => `connect:${state}`;

export async function addAttempt(
  tx: Executor,
  attempt: Pick<
    Attempt,
    'state' | 'account_id' | 'person_id' | 'workplace_id' | 'platform' | 'base_url' | 'shop' | 'mode' | 'expires_at'
  >,
): Promise<void> {
  await tx.run(sql`insert into connect_attempt (state, account_id, person_id, workplace_id, platform, base_url, shop, mode, expires_at)
    values (${attempt.state}, ${attempt.account_id}, ${attempt.person_id}, ${attempt.workplace_id}, ${attempt.platform}, ${attempt.base_url},
      ${attempt.shop}, ${attempt.mode}, ${attempt.expires_at})`);
}

export const findAttempt = (tx: Executor, state: string): Promise<Attempt | undefined> =>
  tx.first<Attempt>(sql`select * from connect_attempt where state = ${state}`);

/** Consumes an attempt; undefined when used, expired or unknown. */
export const useAttempt = (tx: Executor, state: string, platform: string): Promise<Attempt | undefined> =>
  tx.first<Attempt>(sql`update connect_attempt set used_at = now()
    where state = ${state} and platform = ${platform} and used_at is null and expires_at > now() returning *`);

export async function setDelivered(tx: Executor, state: string, delivered: Sealed): Promise<void> {
  await tx.run(sql`update connect_attempt set delivered = ${json(delivered)} where state = ${state}`);
}

/** Records the outcome of an attempt and deletes its keys. */
export async function setOutcome(tx: Executor, state: string, outcome: Outcome): Promise<void> {
  await tx.run(sql`update connect_attempt set outcome = ${json(outcome)}, delivered = null where state = ${state}`);
}
