import type { Role } from '@quayside/contracts';
import { type Executor, everyoneIn, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { queueMail } from '../../mail/index.ts';
import { notificationText } from '../queries/view.ts';
import { findPreferences, listNotifications } from '../repo.ts';
import { getKindsForChannel } from '../rules/preferences.ts';
import { mailingUrl } from './mailing.ts';

interface Member {
  account_id: string;
  role: Role;
  store_ids: string[] | null;
  email: string;
  first_name: string;
  language: string;
  mailed_until: string;
  maintenance_mode: boolean;
}

/** Maximum lines in an email; the rest is in the app. */
const LINES_MOST = 12;

const membersOf = (ex: Executor, workplaceId: string): Promise<Member[]> =>
  ex.rows<Member>(sql`with person as materialized (
      select m.account_id, m.role, m.store_ids, m.created_at, a.email, a.first_name, a.language
      from member m join account a using (account_id)
      where m.workplace_id = ${workplaceId} and a.deleted_at is null and a.delete_at is null and a.email_verified_at is not null
        and m.suspended_at is null)
    select p.account_id, p.role, p.store_ids, p.email, p.first_name, p.language,
      coalesce(k.mailed_until, p.created_at) as mailed_until, coalesce(k.maintenance_mode, false) as maintenance_mode
    from person p left join notification_member k on k.workplace_id = ${workplaceId} and k.account_id = p.account_id
    order by p.account_id`);

/** One email with everything a member has not read since the last one, in their language; none if empty. */
async function mailTo(deps: Deps, workplaceId: string, member: Member): Promise<void> {
  const { account_id: accountId, store_ids: storeIds, language } = member;
  const sight = storeIds ? { storeIds } : {};
  await deps.db.tenant({ ...everyoneIn(workplaceId), ...sight }, async (tx) => {
    const chosen = await findPreferences(tx, workplaceId, accountId);
    const kinds = getKindsForChannel({ role: member.role, ...sight }, chosen, 'mail');
    const filter = { kinds, unread: true, since: member.mailed_until };
    const rows = member.maintenance_mode
      ? []
      : await listNotifications(tx, workplaceId, accountId, filter, LINES_MOST + 1);
    // Whatever is not mailed now is only in the app.
    await tx.run(sql`insert into notification_member as m (workplace_id, account_id, mailed_until)
      select ${workplaceId}, ${accountId}, max(at) from notification where workplace_id = ${workplaceId}
      having max(at) is not null
      on conflict (workplace_id, account_id) do update set mailed_until = greatest(m.mailed_until, excluded.mailed_until)`);
    const [first] = rows;
    if (!first) return;
    const workplace = await tx.first<{ name: string }>(
      sql`select name from workplace where workplace_id = ${workplaceId} and deleted_at is null`,
    );
    if (!workplace) return;
    const lines = rows.slice(0, LINES_MOST).map((row) => notificationText(row, language));
    await queueMail(deps, tx, {
      kind: rows.length > 1 ? 'notices' : 'notice',
      accountId,
      to: member.email,
      name: member.first_name,
      language,
      params: { workspace: workplace.name, text: notificationText(first, language) },
      lines: rows.length > LINES_MOST ? [...lines, '…'] : lines,
      url: `${deps.config.ownUrl}/app/notifications`,
      ends: mailingUrl(deps, { accountId, workplaceId }),
    });
  });
}

/** Emails unread notifications to a workplace's members. A repeated run finds nothing. */
export async function mailNotifications(deps: Deps, workplaceId: string): Promise<void> {
  const members = await deps.db.read(everyoneIn(workplaceId), (ex) => membersOf(ex, workplaceId));
  for (const member of members) await mailTo(deps, workplaceId, member);
}
