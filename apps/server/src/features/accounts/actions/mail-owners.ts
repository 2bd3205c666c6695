import type { MessageParams } from '@quayside/kernel';
import { type Executor, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { type NewMail, queueMail } from '../../mail/index.ts';
import { pace } from './pace.ts';

/** Free calls per person and hour that email owners. */
const FREE = 30;

/**
 * Rate limits calls that email someone about new access, because the address may be unverified and belong to someone
 * else. Throws RATE_LIMIT.
 */
export const paceOwnerMails = (deps: Deps, who: Pick<Who, 'account'>): Promise<void> =>
  pace(deps, [{ key: `owner-mails:${who.account.id}`, free: FREE }], 'RATE_LIMIT');

/**
 * Emails people about changed sign-in methods or new lasting access, once each, with a password reset link where the
 * text has one. Skips the shared demo account.
 */
export async function mailOwners(
  deps: Deps,
  tx: Executor,
  accountIds: readonly string[],
  kind: NewMail['kind'],
  paramsIn: (language: string) => MessageParams = () => ({}),
): Promise<void> {
  for (const accountId of new Set(accountIds)) {
    const account = await tx.first<{
      email: string;
      first_name: string;
      language: string;
    }>(sql`select email, first_name,
        language from account where account_id = ${accountId} and deleted_at is null and not is_demo`);
    if (account)
      await queueMail(deps, tx, {
        kind,
        accountId,
        to: account.email,
        name: account.first_name,
        language: account.language,
        params: paramsIn(account.language),
        url: `${deps.config.ownUrl}/forgot-password`,
      });
  }
}

/** The name of a workspace for an email. */
export const workspaceName = async (tx: Executor, workplaceId: string): Promise<string> =>
  (await tx.first<{ name: string }>(sql`select name from workplace where workplace_id = ${workplaceId}`))?.name ?? '';
