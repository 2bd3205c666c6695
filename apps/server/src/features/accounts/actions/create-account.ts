import { hash } from '@node-rs/argon2';
import { AppError, newId } from '@quayside/kernel';
import { type Executor, isUniqueViolation, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { FROM_MARKETPLACE, FROM_MOBILE, saveFlag, setDemoMode } from '../flags.ts';
import { firstWorkspaceName } from './first-workspace.ts';
import { mailVerification } from './mail-request.ts';

export interface NewAccount {
  email: string;
  /** Absent: social sign-in; a password can be set by email. */
  password?: string;
  firstName: string;
  lastName: string;
  language: string;
  timeZone: string;
  isDemo?: boolean;
  /** Signed up from the marketplace page. */
  fromMarketplace?: boolean;
  /** Created in the phone app. */
  fromMobile?: boolean;
  /** The identity provider verified the email. */
  emailVerified?: boolean;
  /** Runs in the same transaction. */
  also?: (tx: Executor, accountId: string) => Promise<void>;
}

/**
 * Creates an account with its first workspace and queues the verification email. Uses argon2id with the library's
 * defaults (19 MiB, 2 passes: OWASP's figures); throws EMAIL_TAKEN for the field.
 */
export async function createAccount(
  deps: Deps,
  input: NewAccount,
): Promise<{ accountId: string; workplaceId: string; version: number }> {
  const isVerified = input.isDemo || input.emailVerified || false;
  const accountId = newId();
  const workplaceId = newId();
  const passwordHash = input.password === undefined ? null : await hash(input.password);
  try {
    await deps.db.tenant({ accountId, workplaceId }, async (tx) => {
      await tx.run(sql`insert into account (account_id, email, password_hash, first_name, last_name, language, time_zone, is_demo, is_user_mkt, email_verified_at)
        values (${accountId}, ${input.email}, ${passwordHash}, ${input.firstName}, ${input.lastName}, ${input.language}, ${input.timeZone}, ${input.isDemo ?? false}, ${input.fromMarketplace ?? false},
          ${isVerified ? deps.clock.now() : null}::timestamptz)`);
      await tx.run(
        sql`insert into workplace (workplace_id, account_id, name) values (${workplaceId}, ${accountId}, ${firstWorkspaceName(input)})`,
      );
      await tx.run(
        sql`insert into member (account_id, workplace_id, role) values (${accountId}, ${workplaceId}, 'owner')`,
      );
      if (input.fromMarketplace) await saveFlag(tx, accountId, FROM_MARKETPLACE);
      if (input.fromMobile) await saveFlag(tx, accountId, FROM_MOBILE);
      if (deps.config.beginsInDemoMode && !input.isDemo) await setDemoMode(tx, accountId, true);
      await input.also?.(tx, accountId);
      if (!isVerified)
        await mailVerification(deps, tx, {
          account_id: accountId,
          email: input.email,
          first_name: input.firstName,
          language: input.language,
        });
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw new AppError('UNPROCESSABLE_ENTITY', 'EMAIL_TAKEN', { fields: { email: ['EMAIL_TAKEN'] } });
    throw error;
  }
  return { accountId, workplaceId, version: 0 };
}
