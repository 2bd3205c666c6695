import { allowLong, type Executor, sql, type WorkplaceScope } from '../../../db/index.ts';
import { tenantTables } from '../../../db/tenant-rows.ts';
import type { Deps } from '../../../deps.ts';
import { publishSessionChange } from '../../../http/session.ts';
import type { Visitor, Who } from '../../../http/who.ts';
import { deleteDeadLetters } from '../../../jobs/dead-letters.ts';
import { Later } from '../../../jobs/define.ts';
import { queueMail } from '../../mail/index.ts';
import { eraseAccountJob } from '../jobs/account-jobs.ts';
import { endSessions } from './end-sessions.ts';
import { noteEvent } from './note-event.ts';
import { refuseDemo } from './set-password.ts';
import { confirmPassword } from './sign-in.ts';

/** Days in which signing in cancels a deletion. */
const DAYS_TO_UNDO = 14;

/** What another feature does before a workspace's rows are deleted. Returns how many items its jobs continue with. */
export type OnWorkplaceEnd = (deps: Deps, scope: WorkplaceScope) => Promise<number>;

/** Time for jobs that remove data at the stores and need the rows. */
const OUTSIDE_MS = 15 * 60_000;

/** Schedules the deletion: sessions end now, data is deleted after 14 days. Throws WRONG_PASSWORD, DEMO_IS_SHARED. */
export async function requestAccountDeletion(deps: Deps, who: Who, password: string): Promise<{ delete_at: string }> {
  refuseDemo(who);
  await confirmPassword(deps, who.account, password, who, 'password');
  return deps.db.global(async (tx) => {
    const account = await tx.first<{
      delete_at: string;
      email: string;
      first_name: string;
      language: string;
      time_zone: string;
    }>(
      sql`update account set delete_at = now() + make_interval(days => ${DAYS_TO_UNDO}::int) where account_id = ${who.account.id}
        returning delete_at, email, first_name, language, time_zone`,
    );
    if (!account) throw new Error('account not found');
    await queueMail(deps, tx, {
      kind: 'account-leaving',
      accountId: who.account.id,
      to: account.email,
      name: account.first_name,
      language: account.language,
      params: { date: dayOf(account.delete_at, account.language) },
      url: `${deps.config.ownUrl}/login`,
    });
    await noteEvent(tx, who.account.id, 'deletion_asked', who);
    await endSessions(tx, who.account.id);
    return { delete_at: account.delete_at };
  });
}

const dayOf = (at: string, language: string): string =>
  new Intl.DateTimeFormat(language === 'ar' ? 'ar-u-nu-latn' : language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(at),
  );

/** Cancels a deletion on sign-in. Returns whether there was one. */
export async function cancelAccountDeletion(deps: Deps, accountId: string, visitor: Visitor): Promise<boolean> {
  return deps.db.global(async (tx) => {
    const kept = await tx.run(
      sql`update account set delete_at = null where account_id = ${accountId} and delete_at > now()`,
    );
    if (kept > 0) await noteEvent(tx, accountId, 'deletion_undone', visitor);
    return kept > 0;
  });
}

/** Finds accounts due for deletion and enqueues a job for each. */
export async function findAccountsToErase(deps: Deps): Promise<void> {
  await deps.db.global(async (tx) => {
    const rows = await tx.rows<{ account_id: string }>(
      sql`update account set deleted_at = coalesce(deleted_at, now()) where delete_at < now() returning account_id`,
    );
    for (const { account_id } of rows) await deps.queue.send(tx, eraseAccountJob, { account_id }, { key: account_id });
  });
}

const workplacesOf = (ex: Executor, accountId: string) =>
  ex.rows<{ workplace_id: string }>(sql`select workplace_id from workplace where account_id = ${accountId}`);

const OWN_LAST = new Set(['workplace', 'account']);

/**
 * Deletes one workplace's rows of a table in a separate transaction, so that large tables block no others. Can be
 * repeated.
 */
const eraseRows = (deps: Deps, scope: WorkplaceScope, table: string, workplaceId: string): Promise<number> =>
  deps.db.tenant(scope, async (tx) => {
    await allowLong(tx, 'erase');
    const gone = await tx.first<{ n: number }>(
      sql`select erase_account_rows(${table}::regclass, 'workplace_id', ${workplaceId}::uuid, ${scope.accountId}::uuid)::int as n`,
    );
    return gone?.n ?? 0;
  });

/** Deletes a workplace with all its data. */
async function eraseWorkplace(deps: Deps, accountId: string, workplaceId: string): Promise<void> {
  const scope = { accountId, workplaceId };
  const members = await deps.db.read(scope, (ex) =>
    ex.rows<{ account_id: string }>(sql`select account_id from member where workplace_id = ${workplaceId}`),
  );
  for (const { account_id: member } of members)
    await deps.db.tenant({ accountId: member, workplaceId }, async (tx) => {
      await publishSessionChange(tx, workplaceId);
      await tx.run(sql`delete from member where account_id = ${member} and workplace_id = ${workplaceId}`);
    });
  const tables = (await deps.db.read(scope, tenantTables)).filter(
    ({ columns, name }) => columns.includes('workplace_id') && !OWN_LAST.has(name),
  );
  // Repeats until nothing is left: derived rows (order_count) are rewritten during the deletion.
  for (let erased = 1; erased > 0; ) {
    erased = 0;
    for (const { name } of tables) erased += await eraseRows(deps, scope, name, workplaceId);
  }
  await deps.db.tenant(scope, (tx) =>
    tx.run(sql`select erase_account_rows('workplace', 'workplace_id', ${workplaceId}::uuid, ${accountId}::uuid)`),
  );
}

/** Removes the account from workspaces of others. */
async function leaveOthers(deps: Deps, accountId: string): Promise<void> {
  const rows = await deps.db.read({ accountId }, (ex) =>
    ex.rows<{ workplace_id: string }>(sql`select workplace_id from member where account_id = ${accountId}`),
  );
  for (const { workplace_id: workplaceId } of rows)
    await deps.db.tenant({ accountId, workplaceId }, (tx) =>
      tx.run(sql`delete from member where account_id = ${accountId} and workplace_id = ${workplaceId}`),
    );
}

/**
 * Deletes a due account with everything it owns, in separate transactions, so that an interrupted run continues. The
 * database refuses for accounts that are not due.
 */
export async function eraseAccount(deps: Deps, accountId: string, onWorkplaceEnd: OnWorkplaceEnd): Promise<void> {
  const due = await deps.db.global((tx) =>
    tx.first(sql`select 1 from account where account_id = ${accountId} and delete_at < now()`),
  );
  if (!due) return;
  const scope = { accountId };
  const workplaces = await deps.db.read(scope, (ex) => workplacesOf(ex, accountId));
  let outside = 0;
  for (const { workplace_id: workplaceId } of workplaces)
    outside += await onWorkplaceEnd(deps, { accountId, workplaceId });
  if (outside > 0) throw new Later(OUTSIDE_MS, 'stores are still being disconnected');
  // First, while the workspaces are still known.
  await deps.db.global((tx) => deleteDeadLetters(tx, [accountId, ...workplaces.map((one) => one.workplace_id)]));
  for (const { workplace_id: workplaceId } of workplaces) await eraseWorkplace(deps, accountId, workplaceId);
  await leaveOthers(deps, accountId);
  const tables = await deps.db.read(scope, tenantTables);
  for (const { name } of tables.filter(({ columns, name }) => columns.includes('account_id') && !OWN_LAST.has(name)))
    await deps.db.tenant(scope, async (tx) => {
      await allowLong(tx, 'erase');
      await tx.run(
        sql`select erase_account_rows(${name}::regclass, 'account_id', ${accountId}::uuid, ${accountId}::uuid)`,
      );
    });
  await deps.db.global((tx) => tx.run(sql`delete from account where account_id = ${accountId} and delete_at < now()`));
}
