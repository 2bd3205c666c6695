import type { Permission } from '@quayside/contracts';
import { type Db, sql } from '../db/index.ts';

/** Prefix that distinguishes API tokens from session tokens. */
export const API_TOKEN_PREFIX = 'qst_';

export interface HeldApiToken {
  tokenId: string;
  name: string;
  workplaceId: string;
  /** Account of the owner that the token acts for. */
  accountId: string;
  scopes: Permission[];
  storeIds: string[] | null;
  /** Milliseconds; undefined: never expires. */
  endsAt: number | undefined;
}

interface DirectoryRow {
  token_id: string;
  workplace_id: string;
  account_id: string;
  expires_at: string | null;
}

/** Returns the identity behind a valid API token and records its use. */
export async function readApiToken(db: Db, tokenHash: Buffer, ip: string): Promise<HeldApiToken | undefined> {
  const entry = await db.global((tx) =>
    tx.first<DirectoryRow>(sql`select token_id, workplace_id, account_id, expires_at from api_token_directory
      where token_hash = ${tokenHash} and (expires_at is null or expires_at > now())`),
  );
  if (!entry) return undefined;
  const { token_id: tokenId, workplace_id: workplaceId, account_id: accountId } = entry;
  const row = await db.tenant({ accountId, workplaceId }, (tx) =>
    tx.first<{ name: string; scopes: Permission[]; store_ids: string[] | null }>(sql`update api_token
      set last_used_at = now(), last_used_ip = ${ip}
      where workplace_id = ${workplaceId} and token_id = ${tokenId} and revoked_at is null
      returning name, scopes, store_ids`),
  );
  if (!row) return undefined;
  return {
    tokenId,
    name: row.name,
    workplaceId,
    accountId,
    scopes: row.scopes,
    storeIds: row.store_ids,
    endsAt: entry.expires_at === null ? undefined : Date.parse(entry.expires_at),
  };
}
