import type { ChannelId } from '@quayside/connector-kit';
import { type Executor, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';

/** A user of one shop's admin. */
export interface PlatformUser {
  platform: ChannelId;
  mode: Mode;
  platformDomain: string;
  subject: string;
}

/** The account of a user, and its access version when it was found. */
export interface KnownUser {
  account_id: string;
  access_version: number;
}

/** The account that a user of a shop's admin is; undefined: nobody said so yet, or the account is gone. */
export const findIdentity = (tx: Executor, user: PlatformUser): Promise<KnownUser | undefined> =>
  tx.first<KnownUser>(sql`select account_id, access_version from platform_identity join account using (account_id)
    where platform = ${user.platform} and mode = ${user.mode} and platform_domain = ${user.platformDomain}
      and subject = ${user.subject} and deleted_at is null`);

/** Links a user of the shop's admin to an account, replacing an earlier link. */
export async function saveIdentity(tx: Executor, user: PlatformUser, accountId: string): Promise<void> {
  await tx.run(sql`insert into platform_identity (platform, mode, platform_domain, subject, account_id)
    values (${user.platform}, ${user.mode}, ${user.platformDomain}, ${user.subject}, ${accountId})
    on conflict (platform, mode, platform_domain, subject) do update set account_id = excluded.account_id, created_at = now()`);
}
