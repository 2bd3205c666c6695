import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { World } from '../core/world.ts';
import type { ShopSeed } from './model.ts';
import { type App, getDomain, getSecret } from './seed.ts';

/** A session token lives a minute. Shopify signs with real time; so does the sandbox, however fast its own clock runs. */
const LIFE_S = 60;

/** Who works in a shop's admin: its owner, and somebody whom he lets in. */
export const STAFF = ['owner', 'clerk'] as const;
export type StaffName = (typeof STAFF)[number];
export const staffName = (text: unknown): StaffName => STAFF.find((one) => one === text) ?? 'owner';

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (text: string, secret: string): string => createHmac('sha256', secret).update(text).digest('base64url');

/** The token that the admin gives an app in its frame: a JWT signed with the app's secret. */
export function getSessionToken(world: Pick<World, 'secrets'>, shop: ShopSeed, app: App, staff: StaffName): string {
  const now = Math.floor(Date.now() / 1000);
  const domain = getDomain(shop.shop);
  const claims = {
    iss: `https://${domain}/admin`,
    dest: `https://${domain}`,
    aud: app.clientId,
    sub: world.secrets.staffId(shop.shop, staff),
    exp: now + LIFE_S,
    nbf: now,
    iat: now,
    jti: randomUUID(),
    sid: createHmac('sha256', app.clientId).update(`${domain} ${staff}`).digest('hex'),
  };
  const unsigned = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url(claims)}`;
  return `${unsigned}.${sign(unsigned, getSecret(world, app))}`;
}

/** Whether a token that comes back for an exchange is one of ours: of this shop, for this app, and not over yet. */
export function isSessionToken(token: string, shop: string, app: App, secret: string): boolean {
  const [header = '', body = '', signature = ''] = token.split('.');
  const own = Buffer.from(sign(`${header}.${body}`, secret));
  const theirs = Buffer.from(signature);
  if (own.length !== theirs.length || !timingSafeEqual(own, theirs)) return false;
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as { aud: string; dest: string; exp: number };
  return claims.aud === app.clientId && claims.dest === `https://${getDomain(shop)}` && claims.exp * 1000 > Date.now();
}
