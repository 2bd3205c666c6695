import { AppError, newId, newToken } from '@quayside/kernel';
import { type Executor, json, sql } from '../../../db/index.ts';
import { hashToken } from '../../../http/session.ts';

/** Lifetime of links in minutes, by purpose. */
const MINUTES = {
  verify: 24 * 60,
  reset: 60,
  export: 15,
  social: 10,
  'store-migrate': 7 * 24 * 60,
  'payment-confirmation': 3 * 24 * 60,
} as const;
export type LinkPurpose = keyof typeof MINUTES;

export interface Link {
  id: string;
  code: string;
}

/** Creates a link for an account's email. Only a hash of its code is stored. */
export async function makeLink(
  tx: Executor,
  link: { accountId: string; email: string; purpose: LinkPurpose; detail?: Record<string, string> },
): Promise<Link> {
  const id = newId();
  const code = newToken(32);
  await tx.run(sql`insert into account_link (link_id, account_id, purpose, code_hash, email, detail, expires_at)
    values (${id}, ${link.accountId}, ${link.purpose}, ${hashToken(code)}, ${link.email}, ${json(link.detail ?? {})},
      now() + make_interval(mins => ${MINUTES[link.purpose]}::int))`);
  return { id, code };
}

export interface UsedLink {
  account_id: string;
  email: string;
  detail: Record<string, string>;
}

/** The same error for every reason. */
export const linkNotGood = (): AppError => new AppError('UNPROCESSABLE_ENTITY', 'LINK_NOT_GOOD');

/** Consumes a link; of two concurrent calls one wins. Throws LINK_NOT_GOOD. */
export async function useLink(tx: Executor, purpose: LinkPurpose, { id, code }: Link): Promise<UsedLink> {
  const used = await tx.first<UsedLink>(sql`update account_link l set used_at = now()
    from account a
    where l.link_id = ${id} and l.purpose = ${purpose} and l.code_hash = ${hashToken(code)} and l.used_at is null
      and l.expires_at > now() and a.account_id = l.account_id and a.deleted_at is null and a.email_key = lower(l.email)
    returning l.account_id, l.email, l.detail`);
  if (!used) throw linkNotGood();
  return used;
}

/**
 * The account of a link that may set a password: a reset link, or a verification link of an unverified email. Only
 * reads; the caller locks the account before using it. Throws LINK_NOT_GOOD.
 */
export async function findPasswordLink(
  ex: Executor,
  { id, code }: Link,
): Promise<{ accountId: string; purpose: LinkPurpose }> {
  const found = await ex.first<{ account_id: string; purpose: LinkPurpose }>(sql`select l.account_id, l.purpose
    from account_link l join account a using (account_id)
    where l.link_id = ${id} and l.code_hash = ${hashToken(code)} and l.used_at is null and l.expires_at > now()
      and (l.purpose = 'reset' or (l.purpose = 'verify' and a.email_verified_at is null))
      and a.deleted_at is null and a.email_key = lower(l.email)`);
  if (!found) throw linkNotGood();
  return { accountId: found.account_id, purpose: found.purpose };
}

/** URL of the page for a mailed link. */
export const linkUrl = (ownUrl: string, path: string, { id, code }: Link): string =>
  `${ownUrl}${path}?${new URLSearchParams({ id, code })}`;

/** A link that may be used repeatedly until it expires, for interrupted downloads. */
export const findLink = (ex: Executor, purpose: LinkPurpose, { id, code }: Link): Promise<UsedLink | undefined> =>
  ex.first<UsedLink>(sql`select l.account_id, l.email, l.detail from account_link l join account a using (account_id)
    where l.link_id = ${id} and l.purpose = ${purpose} and l.code_hash = ${hashToken(code)} and l.used_at is null
      and l.expires_at > now() and a.deleted_at is null`);
