import { AppError } from '@quayside/kernel';
import { type Executor, everyoneIn, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { packed, unpacked } from '../../../vault/packed.ts';
import { findMarks, setMaintenance } from '../repo.ts';

/** The member of an unsubscribe link. */
interface Reader {
  accountId: string;
  workplaceId: string;
}

export interface Mailing {
  email: string;
  workspace: string;
  mails: boolean;
}

const CONTEXT = 'mailing';

/** One-click unsubscribe URL of a member's emails, valid as long as the membership. */
export const mailingUrl = ({ config, vault }: Deps, { accountId, workplaceId }: Reader): string =>
  `${config.ownUrl}/unsubscribe/${packed(vault.seal([accountId, workplaceId], CONTEXT))}`;

const unknown = () => new AppError('NOT_FOUND', 'MAILING_LINK_UNKNOWN');

function readerOf({ vault }: Deps, token: string): Reader {
  try {
    const [accountId = '', workplaceId = ''] = vault.open<string[]>(unpacked(token), CONTEXT);
    return { accountId, workplaceId };
  } catch {
    throw unknown();
  }
}

async function mailingOf(ex: Executor, { accountId, workplaceId }: Reader): Promise<Mailing> {
  const found = await ex.first<{ email: string; workspace: string }>(sql`with person as materialized (
      select a.email from member m join account a using (account_id)
      where m.workplace_id = ${workplaceId} and m.account_id = ${accountId} and a.deleted_at is null)
    select p.email, w.name as workspace from person p cross join workplace w
    where w.workplace_id = ${workplaceId} and w.deleted_at is null`);
  if (!found) throw unknown();
  return { ...found, mails: !(await findMarks(ex, workplaceId, accountId))?.maintenance_mode };
}

/** The member of an unsubscribe link. Throws MAILING_LINK_UNKNOWN, also for former members. */
export async function readMailing(deps: Deps, token: string): Promise<Mailing> {
  const reader = readerOf(deps, token);
  return deps.db.read(everyoneIn(reader.workplaceId), (ex) => mailingOf(ex, reader));
}

/** Pauses or resumes a link's emails, with the same switch as in the settings. Idempotent. */
export async function changeMailing(deps: Deps, token: string, mails: boolean): Promise<Mailing> {
  const reader = readerOf(deps, token);
  return deps.db.tenant(everyoneIn(reader.workplaceId), async (tx) => {
    const before = await mailingOf(tx, reader);
    await setMaintenance(tx, reader.workplaceId, reader.accountId, !mails);
    return { ...before, mails };
  });
}
