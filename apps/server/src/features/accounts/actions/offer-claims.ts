import { newId, newToken } from '@quayside/kernel';
import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { hashToken } from '../../../http/session.ts';
import { queueMail } from '../../mail/index.ts';
import { linkUrl } from './links.ts';

/** Lifetime of operator links in hours. The next start creates new ones. */
const HOURS = 24;

export interface OperatorLink {
  email: string;
  url: string;
}

/**
 * Creates a link for each unclaimed operator email, for printing and mailing (once while valid). Earlier links stay
 * valid, because several processes start one after another; using one invalidates all.
 */
export async function offerClaims(deps: Deps): Promise<OperatorLink[]> {
  const { operators } = deps.config;
  if (operators.length === 0) return [];
  return deps.db.global(async (tx) => {
    await tx.run(sql`delete from operator_claim where expires_at < ${deps.clock.now()}::timestamptz`);
    const claimed = await tx.rows<{ email: string }>(
      sql`select operator_email as email from account where operator_email = any(${operators}::text[])
        and email_key = operator_email and deleted_at is null`,
    );
    const mailed = await tx.rows<{ email: string }>(sql`select distinct email from operator_claim where mailed`);
    const links: OperatorLink[] = [];
    for (const email of new Set(operators)) {
      if (claimed.some((one) => one.email === email)) continue;
      const id = newId();
      const code = newToken(32);
      const mails = deps.config.mail !== undefined && !mailed.some((one) => one.email === email);
      await tx.run(sql`insert into operator_claim (claim_id, email, code_hash, expires_at, mailed)
        values (${id}, ${email}, ${hashToken(code)},
          ${new Date(deps.clock.millis() + HOURS * 3_600_000).toISOString()}::timestamptz, ${mails})`);
      const url = linkUrl(deps.config.ownUrl, '/claim-operator', { id, code });
      links.push({ email, url });
      if (mails)
        await queueMail(deps, tx, {
          kind: 'operator-claim',
          accountId: null,
          to: email,
          name: '',
          language: 'en',
          params: { count: HOURS },
          url,
        });
    }
    return links;
  });
}
