import type { MessageParams } from '@quayside/kernel';
import { type Executor, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { type NewMail, queueMail } from '../../mail/index.ts';
import { pace } from './pace.ts';

/** Calls that mail owners, which one person may make within an hour before they have to wait. */
const FREE = 30;

/**
 * Counts a call that mails somebody about new access: the address may be unproven, and another person's. Throws RATE_LIMIT.
 */
export const paceOwnerMails = (deps: Deps, who: Pick<Who, 'account'>): Promise<void> =>
  pace(deps, [{ key: `owner-mails:${who.account.id}`, free: FREE }], 'RATE_LIMIT');

/**
 * Mails people about what happened to their accounts: a way in that was added or removed, or lasting access that somebody
 * gained; each once, with a link to a new password where the mail has one. The demo account is shared, so nobody reads its mail.
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

/** The name of a workspace, for a mail about it. */
export const workspaceName = async (tx: Executor, workplaceId: string): Promise<string> =>
  (await tx.first<{ name: string }>(sql`select name from workplace where workplace_id = ${workplaceId}`))?.name ?? '';
