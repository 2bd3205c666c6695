import { type Executor, sql } from '../../db/index.ts';

export interface DirectoryEntry {
  workplace_id: string;
  account_id: string;
  invitation_id: string;
}

/** Replaces an invitation's older link. */
export async function putEntry(
  tx: Executor,
  tokenHash: Buffer,
  entry: DirectoryEntry,
  expiresAt: string,
): Promise<void> {
  await dropEntry(tx, entry.invitation_id);
  await tx.run(sql`insert into invitation_directory (token_hash, workplace_id, account_id, invitation_id, expires_at)
    values (${tokenHash}, ${entry.workplace_id}, ${entry.account_id}, ${entry.invitation_id}, ${expiresAt})`);
}

export async function dropEntry(tx: Executor, invitationId: string): Promise<void> {
  await tx.run(sql`delete from invitation_directory where invitation_id = ${invitationId}`);
}

/** The invitation of a valid link. */
export const findEntry = (tx: Executor, tokenHash: Buffer): Promise<DirectoryEntry | undefined> =>
  tx.first<DirectoryEntry>(sql`select workplace_id, account_id, invitation_id from invitation_directory
    where token_hash = ${tokenHash} and expires_at > now()`);
