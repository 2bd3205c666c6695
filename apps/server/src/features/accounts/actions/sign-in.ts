import { hash, verify } from '@node-rs/argon2';
import { AppError, newToken } from '@quayside/kernel';
import { type Executor, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { holdAccount } from '../../../http/hold-session.ts';
import { mayEnterDemo } from '../../../http/reach.ts';
import { hashToken } from '../../../http/session.ts';
import type { Visitor } from '../../../http/who.ts';
import { noteEvent } from './note-event.ts';
import { forgive, giveBack, guesses, pace } from './pace.ts';

/** Lifetime of a token in days: document 1, section 9. */
const TOKEN_DAYS = 180;

let decoy: Promise<string> | undefined;

/** Proof of access to an account at an access version. */
export interface Proof {
  accountId: string;
  version: number;
}

const wrong = () =>
  new AppError('UNAUTHORIZED', 'WRONG_EMAIL_OR_PASSWORD', { fields: { password: ['WRONG_EMAIL_OR_PASSWORD'] } });

/**
 * Locks a proof's account and throws WRONG_EMAIL_OR_PASSWORD if it is outdated because the password changed since.
 * First in each transaction that grants access for it.
 */
export async function holdProof(tx: Executor, { accountId, version }: Proof): Promise<void> {
  if ((await holdAccount(tx, accountId)) !== version) throw wrong();
}

/**
 * Checks email and password, taking equally long for unknown emails. Throws TOO_MANY_GUESSES with the seconds to wait,
 * or WRONG_EMAIL_OR_PASSWORD.
 */
export async function checkPassword(deps: Deps, email: string, password: string, visitor: Visitor): Promise<Proof> {
  const byAddress = guesses.address(visitor.ip);
  await pace(deps, [byAddress, guesses.email(email)]);
  const row = await deps.db.global((tx) =>
    tx.first<{ account_id: string; password_hash: string | null; access_version: number }>(
      sql`select account_id, password_hash, access_version from account where email_key = lower(${email}) and deleted_at is null`,
    ),
  );
  decoy ??= hash(newToken());
  const right = await verify(row?.password_hash ?? (await decoy), password);
  if (!row?.password_hash || !right) throw wrong();
  await giveBack(deps, [byAddress]);
  await forgive(deps, guesses.email(email).key);
  return { accountId: row.account_id, version: row.access_version };
}

const wrongIn = (field: string) =>
  new AppError('UNPROCESSABLE_ENTITY', 'WRONG_PASSWORD', { fields: { [field]: ['WRONG_PASSWORD'] } });

/** As holdProof, for the signed-in account. Throws WRONG_PASSWORD for the field. */
export async function holdConfirmed(tx: Executor, { accountId, version }: Proof, field: string): Promise<void> {
  if ((await holdAccount(tx, accountId)) !== version) throw wrongIn(field);
}

/**
 * Checks the signed-in person's password before sensitive actions. Throws TOO_MANY_GUESSES or WRONG_PASSWORD for the
 * field.
 */
export async function confirmPassword(
  deps: Deps,
  account: { id: string; email: string },
  password: string,
  visitor: Visitor,
  field: string,
): Promise<Proof> {
  const byAddress = guesses.address(visitor.ip);
  const paced = [byAddress, guesses.email(account.email)];
  await pace(deps, paced);
  const row = await deps.db.global((tx) =>
    tx.first<{ password_hash: string | null; access_version: number }>(
      sql`select password_hash, access_version from account where account_id = ${account.id}`,
    ),
  );
  if (!row?.password_hash) {
    await giveBack(deps, paced);
    throw new AppError('UNPROCESSABLE_ENTITY', 'NO_PASSWORD_YET', { fields: { [field]: ['NO_PASSWORD_YET'] } });
  }
  if (!(await verify(row.password_hash, password))) throw wrongIn(field);
  await giveBack(deps, [byAddress]);
  await forgive(deps, guesses.email(account.email).key);
  return { accountId: account.id, version: row.access_version };
}

interface SessionOptions {
  /** Sign-in method other than the password. */
  way?: string;
  hours?: number;
  /** false: neither password nor identity provider was proven, so lasting access still requires a confirmation. */
  isConfirmed?: boolean;
  /** Only the sandbox vouched for the person: the session ends with the account's first live thing. */
  bySandbox?: boolean;
}

/** Creates a session token, for 180 days by default, storing only its hash. Throws DEMO_CLOSED, or like holdProof. */
export async function openSession(
  deps: Deps,
  proof: Proof,
  visitor: Visitor,
  { way = '', hours = TOKEN_DAYS * 24, isConfirmed = true, bySandbox = false }: SessionOptions = {},
): Promise<{ token: string; expiresAt: string }> {
  const { accountId } = proof;
  const token = newToken(32);
  const row = await deps.db.global(async (tx) => {
    await holdProof(tx, proof);
    const account = await tx.first<{ is_demo: boolean }>(
      sql`select is_demo from account where account_id = ${accountId}`,
    );
    if (account?.is_demo && !mayEnterDemo(deps.config, visitor)) throw new AppError('FORBIDDEN', 'DEMO_CLOSED');
    await noteEvent(tx, accountId, 'signed_in', visitor, way);
    return tx.first<{
      expires_at: string;
    }>(sql`insert into session_token (token_hash, account_id, expires_at, user_agent, ip, confirmed_at, by_sandbox)
      values (${hashToken(token)}, ${accountId}, now() + make_interval(hours => ${hours}::int), ${visitor.userAgent},
        ${visitor.ip}, ${isConfirmed ? deps.clock.now() : null}::timestamptz, ${bySandbox})
      returning expires_at`);
  });
  if (!row) throw new Error('inserted session not found');
  return { token, expiresAt: row.expires_at };
}
