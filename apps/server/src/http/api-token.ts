import type { Permission } from '@quayside/contracts';
import { type Db, sql } from '../db/index.ts';

/** How a token for scripts is told from a session's. */
export const API_TOKEN_PREFIX = 'qst_';

export interface HeldApiToken {
  tokenId: string;
  name: string;
  workplaceId: string;
  /** The owner's, as whom the token works. */
  accountId: string;
  scopes: Permission[];
  storeIds: string[] | null;
  /** Milliseconds; undefined: it does not end by itself. */
  endsAt: number | undefined;
}

interface DirectoryRow {
  token_id: string;
  workplace_id: string;
  account_id: string;
  expires_at: string | null;
}

/** Who a token for scripts works for, while it lasts; notes that it was used. */
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
