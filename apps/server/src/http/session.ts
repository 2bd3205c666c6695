import { createHash } from 'node:crypto';
import { AppError, isId } from '@quayside/kernel';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { type Db, type Executor, sql } from '../db/index.ts';
import { API_TOKEN_PREFIX, type HeldApiToken, readApiToken } from './api-token.ts';
import { hasLive } from './has-live.ts';
import { membersOf } from './members-of.ts';
import { getLanguage } from './messages.ts';
import { isOperator } from './operators.ts';
import { demoDoor, looksLocal } from './reach.ts';
import type { Account, Membership, Visitor, Who } from './who.ts';

export const SESSION_CHANNEL = 'quayside_session';
/** Days without use after which a session expires. */
export const IDLE_DAYS = 30;
/** How long an identity confirmation of a session is valid. */
export const CONFIRMED_MINUTES = 10;
const KEEP_MS = 30_000;
const KEEP_MOST = 10_000;

/** Makes every process drop its cached members and stores of a workplace when the transaction commits. */
export async function publishSessionChange(tx: Executor, workplaceId: string): Promise<void> {
  const members = await tx.rows<{ account_id: string }>(
    sql`select account_id from member where workplace_id = ${workplaceId}`,
  );
  // Not selected from the table: Citus would notify on the workers, where no process listens.
  await tx.run(sql`select pg_notify(${SESSION_CHANNEL}, m.account_id)
    from unnest(${members.map((one) => one.account_id)}::text[]) as m(account_id)`);
}

export { API_TOKEN_PREFIX, membersOf };

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

interface Session {
  account: Account;
  workplaces: (Membership & { stores: Set<string>; domains: Set<string> })[];
  /** Workplaces whose owner has not confirmed this member yet (features/suspensions). */
  suspended: ReadonlySet<string>;
  /** Set for an API token. */
  apiToken?: HeldApiToken;
  readAt: number;
}

interface AccountRow {
  account_id: string;
  email: string;
  first_name: string;
  last_name: string;
  is_demo: boolean;
  email_verified_at: string | null;
  operator_email: string | null;
}

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

export function getVisitor(request: FastifyRequest): Visitor {
  const app = header(request, 'app');
  return {
    locale: getLanguage(header(request, 'locale')),
    timeZone: (header(request, 'time-zone') ?? '').slice(0, 64),
    ip: request.ip,
    userAgent: (header(request, 'user-agent') ?? '').slice(0, 300),
    ...(app ? { app: app.slice(0, 32) } : {}),
    isHere: looksLocal(request.raw),
  };
}

/**
 * Resolves bearer tokens. Results are cached for 30 seconds and dropped in every process when a session ends or an
 * account's workplaces or stores change (NOTIFY on SESSION_CHANNEL with the account id).
 */
export function createSessions(db: Db, config: Config) {
  const kept = new Map<string, Session>();
  /** Incremented on every drop: results of reads that started earlier may be stale and are not cached. */
  let forgotten = 0;
  /** The demo account and its sessions exist only while the sandbox is on. */
  const hasDemo = demoDoor(config) !== 'closed';

  const ofSession = async (tokenHash: Buffer) => {
    const row = await db.global((tx) =>
      tx.first<
        AccountRow & { is_stale: boolean; by_sandbox: boolean }
      >(sql`select a.account_id, t.by_sandbox, a.email, a.first_name, a.last_name, a.is_demo, a.email_verified_at, a.operator_email,
        t.last_seen_at < now() - interval '5 minutes' as is_stale from session_token t join account a using (account_id)
        where t.token_hash = ${tokenHash} and t.expires_at > now() and a.deleted_at is null
          and t.last_seen_at > now() - make_interval(days => ${IDLE_DAYS}::int) and (not a.is_demo or ${hasDemo})`),
    );
    // Anyone can be anyone in the sandbox, so a session it vouched for ends with the account's first live thing.
    if (row?.by_sandbox && (await hasLive({ config, db }, row.account_id))) {
      await db.global((tx) => tx.run(sql`delete from session_token where token_hash = ${tokenHash}`));
      return undefined;
    }
    if (row?.is_stale)
      await db.global((tx) =>
        tx.run(sql`update session_token set last_seen_at = now() where token_hash = ${tokenHash}`),
      );
    return row;
  };
  const ofApiToken = (held: HeldApiToken) =>
    db.global((tx) =>
      tx.first<AccountRow>(sql`select account_id, email, first_name, last_name, is_demo, email_verified_at, operator_email from account
        where account_id = ${held.accountId} and deleted_at is null and delete_at is null and (not is_demo or ${hasDemo})`),
    );

  async function read(tokenHash: Buffer, isApiToken: boolean, ip: string): Promise<Session | undefined> {
    const apiToken = isApiToken ? await readApiToken(db, tokenHash, ip) : undefined;
    const row = apiToken ? await ofApiToken(apiToken) : isApiToken ? undefined : await ofSession(tokenHash);
    if (!row) return undefined;
    const all = await db.read({ accountId: row.account_id }, (ex) => membersOf(ex, row.account_id));
    // A token works in its own workspace while its creator is a member there.
    const members = all
      .filter((one) => one.suspended_at === null)
      .filter((one) => !apiToken || (one.workplace_id === apiToken.workplaceId && one.role === 'owner'))
      .map((one) => (apiToken ? { ...one, store_ids: apiToken.storeIds } : one));
    const stores = await db.global((tx) =>
      tx.rows<{ store_id: string; workplace_id: string; platform_domain: string; active: boolean }>(
        sql`select store_id, workplace_id, platform_domain, active from store_directory where workplace_id = any(${members.map((m) => m.workplace_id)}::uuid[])`,
      ),
    );
    return {
      account: {
        id: row.account_id,
        email: row.email,
        firstName: row.first_name,
        lastName: row.last_name,
        isOperator: isOperator(config, row),
        isProven: row.email_verified_at !== null,
        isDemo: row.is_demo,
      },
      workplaces: members.map((member) => {
        const seen = stores.filter(
          ({ store_id, workplace_id }) =>
            workplace_id === member.workplace_id && (!member.store_ids || member.store_ids.includes(store_id)),
        );
        return {
          workplaceId: member.workplace_id,
          ownerId: member.owner_id ?? row.account_id,
          role: member.role,
          ...(member.store_ids ? { storeIds: member.store_ids } : {}),
          stores: new Set(seen.map(({ store_id }) => store_id)),
          domains: new Set(seen.filter(({ active }) => active).map(({ platform_domain }) => platform_domain)),
        };
      }),
      suspended: new Set(all.filter((one) => one.suspended_at !== null).map((one) => one.workplace_id)),
      readAt: Date.now(),
      ...(apiToken ? { apiToken } : {}),
    };
  }

  async function sessionOf(tokenHash: Buffer, isApiToken: boolean, ip: string): Promise<Session | undefined> {
    const key = tokenHash.toString('base64');
    const known = kept.get(key);
    const ended = (known?.apiToken?.endsAt ?? Number.POSITIVE_INFINITY) <= Date.now();
    if (known && !ended && Date.now() - known.readAt < KEEP_MS) return known;
    const before = forgotten;
    const session = await read(tokenHash, isApiToken, ip);
    kept.delete(key);
    if (session && before === forgotten) {
      if (kept.size >= KEEP_MOST) kept.delete(kept.keys().next().value ?? '');
      kept.set(key, session);
    }
    return session;
  }

  return {
    /**
     * When the session's identity confirmation ends; undefined: none. Not cached, because a process must see a fresh
     * one.
     */
    confirmedUntil: (tokenHash: Buffer): Promise<string | undefined> =>
      db.global(async (tx) => {
        const row = await tx.first<{ until: string }>(sql`select
            confirmed_at + make_interval(mins => ${CONFIRMED_MINUTES}::int) as until from session_token
          where token_hash = ${tokenHash} and confirmed_at > now() - make_interval(mins => ${CONFIRMED_MINUTES}::int)`);
        return row?.until;
      }),
    /** Drops the cache of one account or of all. */
    forget(accountId?: string): void {
      forgotten += 1;
      for (const [key, session] of kept) if (!accountId || session.account.id === accountId) kept.delete(key);
    },
    /**
     * The caller of a request. Throws UNAUTHORIZED without a valid token, FORBIDDEN for a foreign workplace and
     * CURRENT_SHOP_ID_INVALID for a foreign store.
     */
    async who(request: FastifyRequest): Promise<Who> {
      const bearer = /^Bearer ([\w.-]{16,200})$/.exec(header(request, 'authorization') ?? '')?.[1];
      if (!bearer) throw new AppError('UNAUTHORIZED', 'SIGN_IN_NEEDED');
      const tokenHash = hashToken(bearer);
      const session = await sessionOf(tokenHash, bearer.startsWith(API_TOKEN_PREFIX), request.ip);
      if (!session) throw new AppError('UNAUTHORIZED', 'SESSION_ENDED');
      const asked = header(request, 'workplace-id');
      if (asked && session.suspended.has(asked)) throw new AppError('FORBIDDEN', 'MEMBER_SUSPENDED');
      const storeId = header(request, 'store-id') || undefined;
      const shop = header(request, 'platform-domain-embedded');
      // Default workplace (rule B114): in a shop's admin the one with the shop, else the one with the store, else the
      // first.
      const workplace = asked
        ? session.workplaces.find((one) => one.workplaceId === asked)
        : (session.workplaces.find((one) => shop !== undefined && one.domains.has(shop)) ??
          session.workplaces.find((one) => storeId !== undefined && one.stores.has(storeId)) ??
          session.workplaces[0]);
      if (!workplace)
        throw new AppError('FORBIDDEN', 'WORKPLACE_NOT_YOURS', { fields: { 'workplace-id': ['WORKPLACE_NOT_YOURS'] } });
      if (storeId && !(isId(storeId) && workplace.stores.has(storeId)))
        throw new AppError('CURRENT_SHOP_ID_INVALID', 'CURRENT_SHOP_ID_INVALID');
      return {
        ...getVisitor(request),
        account: session.account,
        own: { accountId: session.account.id },
        scope: {
          accountId: workplace.ownerId,
          workplaceId: workplace.workplaceId,
          ...(workplace.storeIds ? { storeIds: workplace.storeIds } : {}),
        },
        workplaceId: workplace.workplaceId,
        memberships: session.workplaces,
        ...(session.apiToken
          ? {
              apiToken: { id: session.apiToken.tokenId, name: session.apiToken.name },
              scopes: session.apiToken.scopes,
            }
          : {}),
        role: workplace.role,
        ...(workplace.storeIds ? { storeIds: workplace.storeIds } : {}),
        stores: workplace.stores,
        ...(storeId ? { storeId } : {}),
        tokenHash,
      };
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;
