import { randomBytes } from 'node:crypto';
import type { World } from '../core/world.ts';
import { CjRefusal } from './answer.ts';
import { nextNumber } from './sequence.ts';

export interface Account {
  api_key: string;
  open_id: number;
  name: string;
  /** US cents. */
  balance: number;
  qps: number;
  points: number;
}

/** The key of the demo world's account in tests; a running sandbox has its own. Its limits are generous so that loads can be tried; an account may be made strict. */
export const DEMO_KEY = 'CJ4711001@api@0123456789abcdef0123456789abcdef';

const DAY = 24 * 3_600_000;

export function addAccount(world: World, account: Partial<Account> & { api_key: string }): Account {
  const openId = account.open_id ?? 20_000 + nextNumber(world.db, 'account');
  world.db
    .prepare(
      `insert into cj_account values (?, ?, ?, ?, ?, ?) on conflict (api_key) do update
       set name = excluded.name, balance = excluded.balance, qps = excluded.qps, points = excluded.points`,
    )
    .run(
      account.api_key,
      openId,
      account.name ?? 'Sandbox trader',
      account.balance ?? 10_000_000,
      account.qps ?? 1_000,
      account.points ?? 1_000_000_000,
    );
  return findByKey(world, account.api_key) as Account;
}

export const findByKey = (world: World, apiKey: string): Account | undefined =>
  world.db.prepare('select * from cj_account where api_key = ?').get(apiKey) as Account | undefined;

interface TokenRow {
  access_token: string;
  access_until: number;
  refresh_token: string;
  refresh_until: number;
  made_at: number;
}

const token = (): string => randomBytes(16).toString('hex');
const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, '+00:00');

const shape = (openId: number, row: TokenRow): object => ({
  openId,
  accessToken: row.access_token,
  accessTokenExpiryDate: iso(row.access_until),
  refreshToken: row.refresh_token,
  refreshTokenExpiryDate: iso(row.refresh_until),
  createDate: iso(row.made_at),
});

function make(world: World, apiKey: string): TokenRow {
  const now = Date.now();
  const row = {
    access_token: token(),
    access_until: now + 15 * DAY,
    refresh_token: token(),
    refresh_until: now + 180 * DAY,
    made_at: now,
  };
  world.db
    .prepare('insert or replace into cj_token values (?, ?, ?, ?, ?, ?)')
    .run(apiKey, row.access_token, row.access_until, row.refresh_token, row.refresh_until, row.made_at);
  return row;
}

const lastAsked = new Map<string, number>();

/** At most once a second; within 24 hours the same token comes back. */
export function getAccessToken(world: World, apiKey: string): object {
  const account = findByKey(world, apiKey);
  if (!account) throw new CjRefusal(1600005, 'APIkey is wrong, please check and try again');
  if (Date.now() - (lastAsked.get(apiKey) ?? 0) < 1_000) throw new CjRefusal(1600200, 'Too much request', 429);
  lastAsked.set(apiKey, Date.now());
  const kept = world.db.prepare('select * from cj_token where api_key = ?').get(apiKey) as TokenRow | undefined;
  const fresh = kept && kept.made_at > Date.now() - DAY && kept.access_until > Date.now();
  return shape(account.open_id, fresh ? kept : make(world, apiKey));
}

/** A refresh token works once: the pair is replaced. */
export function refreshAccessToken(world: World, refreshToken: string): object {
  const row = world.db
    .prepare('select api_key from cj_token where refresh_token = ? and refresh_until > ?')
    .get(refreshToken, Date.now()) as { api_key: string } | undefined;
  const account = row && findByKey(world, row.api_key);
  if (!account) throw new CjRefusal(1600003, 'Refresh token is failure');
  return shape(account.open_id, make(world, account.api_key));
}

export function logout(world: World, account: Account): boolean {
  world.db.prepare('delete from cj_token where api_key = ?').run(account.api_key);
  return true;
}

/** The account behind a request. Throws CJ's refusals for a token that is missing, wrong or over. */
export function findAccount(world: World, accessToken: string | undefined): Account {
  if (!accessToken) throw new CjRefusal(1600002, 'access token cannot be empty', 401);
  const row = world.db
    .prepare(
      'select a.* from cj_token t join cj_account a using (api_key) where t.access_token = ? and t.access_until > ?',
    )
    .get(accessToken, Date.now()) as Account | undefined;
  if (!row) throw new CjRefusal(1600001, 'Invalid API key or access token', 401);
  return row;
}
