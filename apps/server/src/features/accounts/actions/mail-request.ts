import { newId } from '@quayside/kernel';
import { type Executor, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { getNetwork } from '../../../http/network.ts';
import type { Visitor } from '../../../http/who.ts';
import { queueMail } from '../../mail/index.ts';
import { answerMailRequestJob } from '../jobs/account-jobs.ts';
import { linkUrl, makeLink } from './links.ts';
import { pace } from './pace.ts';

type Purpose = 'verify' | 'reset';

/** Free requests per hour and kind, by email and by client address. */
const FREE = { email: 3, address: 20 };

/**
 * Records a request for an email without checking the account, so that response and timing are the same. Throws
 * TOO_MANY_GUESSES.
 */
export async function requestMail(deps: Deps, purpose: Purpose, email: string, visitor: Visitor): Promise<void> {
  await pace(deps, [
    { key: `${purpose}:address:${getNetwork(visitor.ip)}`, free: FREE.address },
    { key: `${purpose}:email:${email}`, free: FREE.email },
  ]);
  const requestId = newId();
  await deps.db.global(async (tx) => {
    await tx.run(sql`insert into mail_request (request_id, purpose, email, locale)
      values (${requestId}, ${purpose}, ${email}, ${visitor.locale})`);
    await deps.queue.send(tx, answerMailRequestJob, { request_id: requestId });
  });
}

interface Addressee {
  account_id: string;
  email: string;
  first_name: string;
  language: string;
}

/** Queues the verification email. */
export async function mailVerification(deps: Deps, tx: Executor, to: Addressee): Promise<void> {
  const link = await makeLink(tx, { accountId: to.account_id, email: to.email, purpose: 'verify' });
  const url = linkUrl(deps.config.ownUrl, '/auth/email-verification', link);
  await queueMail(deps, tx, {
    kind: 'verify',
    accountId: to.account_id,
    to: to.email,
    name: to.first_name,
    language: to.language,
    url,
  });
}

async function mailReset(deps: Deps, tx: Executor, to: Addressee): Promise<void> {
  const link = await makeLink(tx, { accountId: to.account_id, email: to.email, purpose: 'reset' });
  await queueMail(deps, tx, {
    kind: 'reset',
    accountId: to.account_id,
    to: to.email,
    name: to.first_name,
    language: to.language,
    url: linkUrl(deps.config.ownUrl, '/reset-password', link),
  });
}

/** Queues the requested email if the account exists. Once per request. */
export async function answerMailRequest(deps: Deps, requestId: string): Promise<void> {
  await deps.db.global(async (tx) => {
    const request = await tx.first<{ purpose: Purpose; email: string }>(
      sql`delete from mail_request where request_id = ${requestId} returning purpose, email`,
    );
    if (!request) return;
    const account = await tx.first<
      Addressee & { is_verified: boolean }
    >(sql`select account_id, email, first_name, language,
      email_verified_at is not null as is_verified from account
      where email_key = lower(${request.email}) and deleted_at is null and not is_demo`);
    if (!account) return;
    if (request.purpose === 'reset') await mailReset(deps, tx, account);
    else if (!account.is_verified) await mailVerification(deps, tx, account);
  });
}
