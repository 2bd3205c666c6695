import type { Call } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import { type Executor, sql, type TransactionGuard } from '../db/index.ts';
import type { Membership, Who } from './who.ts';

/**
 * Locks an account against a password change until the transaction ends and returns its access version; undefined: the
 * account is gone. Lock it before any other row of the account; not `for share`, which would starve the reset, nor `for
 * update`, which would block on every row that references the account.
 */
export async function holdAccount(tx: Executor, accountId: string): Promise<number | undefined> {
  const row = await tx.first<{ access_version: number }>(sql`select access_version from account
    where account_id = ${accountId} and deleted_at is null for no key update`);
  return row?.access_version;
}

/** Throws SESSION_ENDED unless the session or API token of a request still exists. */
async function checkSession(tx: Executor, who: Who): Promise<void> {
  const found = await tx.first(
    who.apiToken
      ? sql`select 1 from api_token_directory where token_hash = ${who.tokenHash}`
      : sql`select 1 from session_token where token_hash = ${who.tokenHash} and account_id = ${who.account.id}
          and expires_at > now()`,
  );
  if (!found) throw new AppError('UNAUTHORIZED', 'SESSION_ENDED');
}

/** Locks the caller's account and checks that the session still exists. Throws SESSION_ENDED. */
export async function holdSession(tx: Executor, who: Who): Promise<void> {
  await holdAccount(tx, who.account.id);
  await checkSession(tx, who);
}

/**
 * Throws WORKPLACE_NOT_YOURS unless the caller still has the membership of the request, or has become owner. Call it
 * with the owner's account locked.
 */
export async function checkMember(
  tx: Executor,
  who: Pick<Who, 'account'>,
  place: Pick<Membership, 'workplaceId' | 'role'>,
): Promise<void> {
  const found = await tx.first(sql`select 1 from member where account_id = ${who.account.id}
    and workplace_id = ${place.workplaceId} and role in (${place.role}, 'owner') and suspended_at is null`);
  if (!found) throw new AppError('FORBIDDEN', 'WORKPLACE_NOT_YOURS');
}

/**
 * Rechecks the caller's access inside each transaction, with the accounts of the caller and the workspace's owner
 * locked. A concurrent removal either waits for the transaction or is visible to it.
 */
export function getGuard(who: Who, call: Pick<Call, 'access'>): TransactionGuard {
  const isMember = call.access === 'workplace';
  // Fixed lock order, so that two calls can't deadlock.
  const accounts = [...new Set([who.account.id, ...(isMember ? [who.scope.accountId] : [])])].sort();
  return {
    accountId: who.account.id,
    async check(tx) {
      for (const one of accounts) await holdAccount(tx, one);
      await checkSession(tx, who);
      if (isMember) await checkMember(tx, who, who);
    },
  };
}
