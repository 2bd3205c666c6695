import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { hashToken, SESSION_CHANNEL } from '../../../http/session.ts';
import type { Visitor } from '../../../http/who.ts';
import { type Link, useLink } from './links.ts';
import { noteEvent } from './note-event.ts';
import { giveBack, guesses, pace } from './pace.ts';

/**
 * Marks an e-mail as proven by the link that was sent to it. The same link opened again finds it proven and says so: a
 * page that is loaded twice is no failure. Throws LINK_NOT_GOOD or TOO_MANY_GUESSES.
 */
export async function verifyEmail(deps: Deps, link: Link, visitor: Visitor): Promise<{ email: string }> {
  const paced = [guesses.address(visitor.ip)];
  await pace(deps, paced);
  const known = await deps.db.global((tx) =>
    tx.first<{ email: string }>(sql`select l.email from account_link l join account a using (account_id)
      where l.link_id = ${link.id} and l.purpose = 'verify' and l.code_hash = ${hashToken(link.code)}
        and l.used_at is not null and a.email_verified_at is not null and a.email_key = lower(l.email)`),
  );
  const proven =
    known ??
    (await deps.db.global(async (tx) => {
      const used = await useLink(tx, 'verify', link);
      const isFirst = await tx.run(sql`update account set email_verified_at = now()
        where account_id = ${used.account_id} and email_verified_at is null`);
      if (isFirst > 0) await noteEvent(tx, used.account_id, 'email_proven', visitor);
      await tx.run(sql`select pg_notify(${SESSION_CHANNEL}, ${used.account_id})`);
      return { email: used.email };
    }));
  await giveBack(deps, paced);
  return proven;
}
