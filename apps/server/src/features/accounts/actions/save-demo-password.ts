import { hash, verify } from '@node-rs/argon2';
import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { endSessions } from './end-sessions.ts';

/**
 * Sets the demo account's password for how the installation runs now. A changed password ends all its sessions and
 * tokens, so that those of a laptop don't survive on a reachable installation.
 */
export async function saveDemoPassword(deps: Deps, accountId: string, password: string): Promise<void> {
  const row = await deps.db.global((tx) =>
    tx.first<{ password_hash: string | null }>(
      sql`select password_hash from account where account_id = ${accountId} and is_demo`,
    ),
  );
  if (!row || (row.password_hash && (await verify(row.password_hash, password)))) return;
  const passwordHash = await hash(password);
  await deps.db.global(async (tx) => {
    await tx.run(sql`update account set password_hash = ${passwordHash} where account_id = ${accountId} and is_demo`);
    await tx.run(sql`delete from api_token_directory where account_id = ${accountId}`);
    await endSessions(tx, accountId);
  });
}
