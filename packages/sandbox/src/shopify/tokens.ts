import { randomBytes } from 'node:crypto';
import type { World } from '../core/world.ts';
import { CUSTOM_APP, customTokens } from './seed.ts';

const ACCESS_SECONDS = 3600;
const OWN_APP_SECONDS = 86_399;
/** What Shopify tells beside a refresh token. The sandbox does not hold it: a sped-up clock would end it in an hour. */
const REFRESH_SECONDS = 7_776_000;
const CODE_MS = 10 * 60_000;
/** While time races, tokens hold: at a thousandfold speed one would end between two requests. */
const RACING = 60;

export interface Grant {
  shop: string;
  clientId: string;
  scopes: string[];
}

export interface TokenAnswer {
  access_token: string;
  scope: string;
  expires_in?: number;
  refresh_token?: string;
  refresh_token_expires_in?: number;
}

interface TokenRow {
  token: string;
  shop: string;
  client: string;
  scopes: string;
  expires: number | null;
  refresh: string | null;
  /** The refresh token that this pair replaced, until this pair is used. */
  replaces: string | null;
}

const fresh = (prefix: string): string => prefix + randomBytes(16).toString('hex');

export type Tokens = ReturnType<typeof createTokens>;

/** Authorization codes, offline tokens that end after an hour, and refresh tokens that turn with every use. */
export function createTokens(world: World) {
  const { clock, db, transaction } = world;
  db.exec(`create table if not exists shopify_codes (code text primary key, shop text, client text, scopes text, due integer);
    create table if not exists shopify_tokens (token text primary key, shop text, client text, scopes text,
      expires integer, refresh text unique, replaces text);
    create table if not exists shopify_installs (shop text, client text, at text, primary key (shop, client));
    create table if not exists shopify_removed (shop text, client text, primary key (shop, client));`);
  const own = customTokens(world);
  // Those of before, or of sources that everybody can read, open nothing.
  const known = db
    .prepare('select token from shopify_tokens where client = ? and expires is null')
    .all(CUSTOM_APP.clientId);
  for (const { token } of known)
    if (!own.some((one) => one.token === token))
      db.prepare('delete from shopify_tokens where token = ?').run(String(token));
  for (const { shop, token, scopes } of own) {
    db.prepare('insert or ignore into shopify_tokens values (?, ?, ?, ?, null, null, null)').run(
      token,
      shop,
      CUSTOM_APP.clientId,
      scopes.join(','),
    );
  }
  const insert = db.prepare('insert into shopify_tokens values (?, ?, ?, ?, ?, ?, ?)');
  const byToken = db.prepare('select * from shopify_tokens where token = ?');
  const byRefresh = db.prepare('select * from shopify_tokens where refresh = ?');
  const byReplaced = db.prepare('select * from shopify_tokens where replaces = ?');
  const used = db.prepare('update shopify_tokens set replaces = null where token = ?');
  const endRefresh = db.prepare('update shopify_tokens set refresh = null where refresh = ?');

  function issue(grant: Grant, expiring: boolean, replaces: string | null): TokenAnswer {
    const token = fresh('shpat_');
    const refresh = expiring ? fresh('shprt_') : null;
    const expires = expiring ? clock.millis() + ACCESS_SECONDS * 1000 : null;
    insert.run(token, grant.shop, grant.clientId, grant.scopes.join(','), expires, refresh, replaces);
    const answer = { access_token: token, scope: grant.scopes.join(',') };
    if (refresh === null) return answer;
    return { ...answer, expires_in: ACCESS_SECONDS, refresh_token: refresh, refresh_token_expires_in: REFRESH_SECONDS };
  }

  /** A pair is used: from now on the refresh token it replaced is worth nothing. */
  function settle(row: TokenRow): void {
    if (row.replaces === null) return;
    endRefresh.run(row.replaces);
    used.run(row.token);
  }

  return {
    /** The owner has agreed: a code for one exchange. */
    grant({ clientId, scopes, shop }: Grant): string {
      const code = randomBytes(16).toString('hex');
      db.prepare('insert into shopify_codes values (?, ?, ?, ?, ?)').run(
        code,
        shop,
        clientId,
        scopes.join(','),
        Date.now() + CODE_MS,
      );
      db.prepare('insert or replace into shopify_installs values (?, ?, ?)').run(shop, clientId, clock.now());
      return code;
    },
    /** The owner installed the app from its own page; it gets no code, and exchanges session tokens. */
    install(shop: string, clientId: string): void {
      db.prepare('delete from shopify_removed where shop = ? and client = ?').run(shop, clientId);
      db.prepare('insert or replace into shopify_installs values (?, ?, ?)').run(shop, clientId, clock.now());
    },
    /** A token for a session token; undefined where the app is not installed. */
    exchangeSession(grant: Grant, expiring: boolean): TokenAnswer | undefined {
      if (!this.isInstalled(grant.shop, grant.clientId)) return undefined;
      return transaction(() => issue(grant, expiring, null));
    },
    /** A token of a day for the owner's own app, whenever it asks; none once the owner uninstalled it. */
    forOwnApp({ clientId, scopes, shop }: Grant): TokenAnswer | undefined {
      if (db.prepare('select 1 from shopify_removed where shop = ? and client = ?').get(shop, clientId))
        return undefined;
      const token = fresh('shpat_');
      insert.run(token, shop, clientId, scopes.join(','), clock.millis() + OWN_APP_SECONDS * 1000, null, null);
      return { access_token: token, scope: scopes.join(','), expires_in: OWN_APP_SECONDS };
    },
    /** Exchanges a code, once. */
    exchange(shop: string, clientId: string, code: string, expiring: boolean): TokenAnswer | undefined {
      return transaction(() => {
        const row = db
          .prepare('delete from shopify_codes where code = ? and shop = ? and client = ? returning *')
          .get(code, shop, clientId);
        if (!row || Number(row.due) < Date.now()) return undefined;
        return issue({ shop, clientId, scopes: String(row.scopes).split(',') }, expiring, null);
      });
    },
    /** A new pair. The old refresh token stays good until the new pair is used, so that a lost answer costs nothing. */
    refresh(shop: string, clientId: string, refresh: string): TokenAnswer | undefined {
      return transaction(() => {
        const row = byRefresh.get(refresh) as unknown as TokenRow | undefined;
        if (!row || row.shop !== shop || row.client !== clientId) return undefined;
        settle(row);
        // The answer of an earlier turn was lost: its pair, never used, makes room for a new one.
        for (const lost of byReplaced.all(refresh) as unknown as TokenRow[]) {
          db.prepare('delete from shopify_tokens where token = ?').run(lost.token);
        }
        return issue({ shop, clientId, scopes: row.scopes.split(',') }, true, refresh);
      });
    },
    /** Who asks: undefined when the token is unknown, ended, or another shop's. */
    identify(shop: string, token: string): Grant | undefined {
      const row = byToken.get(token) as unknown as TokenRow | undefined;
      if (!row || row.shop !== shop) return undefined;
      const ended = row.expires !== null && row.expires <= clock.millis() && clock.speed() <= RACING;
      if (ended) return undefined;
      if (row.replaces !== null) transaction(() => settle(row));
      return { shop, clientId: row.client, scopes: row.scopes.split(',') };
    },
    /** The owner throws the app out: its tokens end at once. */
    uninstall(shop: string, clientId: string): void {
      db.prepare('delete from shopify_tokens where shop = ? and client = ?').run(shop, clientId);
      db.prepare('delete from shopify_installs where shop = ? and client = ?').run(shop, clientId);
      db.prepare('insert or ignore into shopify_removed values (?, ?)').run(shop, clientId);
    },
    isInstalled: (shop: string, clientId: string): boolean =>
      db.prepare('select 1 from shopify_installs where shop = ? and client = ?').get(shop, clientId) !== undefined,
  };
}
