import { createHash } from 'node:crypto';
import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { drawPortrait } from '../../../pictures/portrait.ts';

/** Path of an account's avatar, relative to the installation's URL. */
const addressOf = (accountId: string, hash: string): string => `/api/files/account-picture/${accountId}/${hash}`;

/** Re-encodes and saves an avatar; returns its path. Throws PICTURE_UNREADABLE. */
export async function setPicture(deps: Pick<Deps, 'db'>, who: Who, file: Uint8Array): Promise<{ avatar: string }> {
  const jpeg = await drawPortrait(file);
  const hash = createHash('sha256').update(jpeg).digest('base64url');
  const avatar = addressOf(who.account.id, hash);
  await deps.db.tenant(who.own, async (tx) => {
    await tx.run(sql`insert into account_picture (account_id, hash, jpeg_base64)
      values (${who.account.id}, ${hash}, ${jpeg.toString('base64')})
      on conflict (account_id) do update set hash = excluded.hash, jpeg_base64 = excluded.jpeg_base64, set_at = excluded.set_at`);
    await tx.run(sql`update account set avatar_url = ${avatar} where account_id = ${who.account.id}`);
  });
  return { avatar };
}

/** Removes a person's avatar. */
export async function removePicture(deps: Pick<Deps, 'db'>, who: Who): Promise<{ avatar: null }> {
  await deps.db.tenant(who.own, async (tx) => {
    await tx.run(sql`delete from account_picture where account_id = ${who.account.id}`);
    await tx.run(sql`update account set avatar_url = null where account_id = ${who.account.id}`);
  });
  return { avatar: null };
}
