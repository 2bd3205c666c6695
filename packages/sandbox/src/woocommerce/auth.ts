import { createHash, randomBytes } from 'node:crypto';
import type { World } from '../core/world.ts';
import { nowSeconds } from './dates.ts';
import { computeSignature, sameText } from './oauth.ts';
import type { Shops } from './shops.ts';
import { WpError } from './wp-error.ts';

const WINDOW_SECONDS = 15 * 60;
const OAUTH = ['consumer_key', 'timestamp', 'nonce', 'signature', 'signature_method'].map((name) => `oauth_${name}`);

export type Permissions = 'read' | 'write' | 'read_write';

export interface ApiKey {
  id: number;
  shop: string;
  consumerKey: string;
  consumerSecret: string;
  permissions: Permissions;
  description: string;
}

export interface Keys {
  create(shop: string, description: string, permissions: Permissions): ApiKey;
  list(shop: string): ApiKey[];
  remove(shop: string, id: number): void;
  /** The key that signed a request; undefined: nobody. Throws WpError as WooCommerce answers. */
  authenticate(request: SignedRequest): ApiKey | undefined;
}

export interface SignedRequest {
  shop: string;
  method: string;
  /** Path below the WordPress root, e.g. "/wp-json/wc/v3/products". */
  path: string;
  query: Record<string, string>;
  authorization: string | undefined;
  https: boolean;
}

const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');
const refused = (message: string): WpError => new WpError('woocommerce_rest_authentication_error', message, 401);

/** API keys, and who may do what with them. Source: WooCommerce's class-wc-rest-authentication.php. */
export function createKeys(world: World, shops: Shops): Keys {
  const { db } = world;
  const toKey = (row: Record<string, unknown>): ApiKey => ({
    id: Number(row.id),
    shop: String(row.shop),
    consumerKey: String(row.consumer_key),
    consumerSecret: String(row.consumer_secret),
    permissions: row.permissions as Permissions,
    description: String(row.description),
  });
  const find = (shop: string, consumerKey: string): ApiKey | undefined => {
    const row = db
      .prepare('select * from woo_keys where shop = ? and consumer_key = ?')
      .get(shop, hashKey(consumerKey));
    return row && { ...toKey(row), consumerKey };
  };

  function basic(request: SignedRequest): ApiKey | undefined {
    let { consumer_key: key, consumer_secret: secret } = request.query;
    if (!key || !secret) {
      const header = /^Basic (.+)$/i.exec(request.authorization ?? '')?.[1];
      const [user, ...rest] = header ? Buffer.from(header, 'base64').toString().split(':') : [];
      key = user;
      secret = rest.join(':');
    }
    const found = key && secret ? find(request.shop, key) : undefined;
    if (!found) return undefined;
    if (!sameText(found.consumerSecret, secret ?? '')) throw refused('Consumer secret is invalid.');
    return found;
  }

  function oauth(request: SignedRequest): ApiKey | undefined {
    const missing = OAUTH.filter((name) => !request.query[name]);
    if (missing.length === OAUTH.length) return undefined;
    if (missing.length > 0)
      throw new WpError(
        'woocommerce_rest_authentication_missing_parameter',
        `Missing OAuth parameter${missing.length > 1 ? 's' : ''} ${missing.join(', ')}`,
        401,
      );
    const { oauth_consumer_key: key = '', oauth_signature_method: method, oauth_nonce: nonce = '' } = request.query;
    const found = find(request.shop, key);
    if (!found) throw refused('Consumer key is invalid.');
    if (method !== 'HMAC-SHA1' && method !== 'HMAC-SHA256')
      throw refused('Invalid signature - signature method is invalid.');
    const url = shops.home(request.shop) + request.path;
    const algorithm = method === 'HMAC-SHA1' ? 'sha1' : 'sha256';
    const expected = computeSignature(request.method, url, request.query, found.consumerSecret, algorithm);
    if (!sameText(expected, (request.query.oauth_signature ?? '').replaceAll(' ', '+')))
      throw refused('Invalid signature - provided signature does not match.');
    const timestamp = Number(request.query.oauth_timestamp);
    if (!(Math.abs(timestamp - nowSeconds()) <= WINDOW_SECONDS)) throw refused('Invalid timestamp.');
    db.prepare('delete from woo_nonces where used_at < ?').run(nowSeconds() - WINDOW_SECONDS);
    const fresh = db
      .prepare('insert into woo_nonces values (?, ?, ?) on conflict do nothing')
      .run(found.id, nonce, nowSeconds());
    if (fresh.changes === 0) throw refused('Invalid nonce - nonce has already been used.');
    return found;
  }

  return {
    create(shop, description, permissions) {
      const consumerKey = `ck_${randomBytes(20).toString('hex')}`;
      const consumerSecret = `cs_${randomBytes(20).toString('hex')}`;
      const row = db
        .prepare(
          `insert into woo_keys (shop, consumer_key, consumer_secret, permissions, description)
           values (?, ?, ?, ?, ?) returning *`,
        )
        .get(shop, hashKey(consumerKey), consumerSecret, permissions, description);
      return { ...toKey(row ?? {}), consumerKey };
    },
    list: (shop) => db.prepare('select * from woo_keys where shop = ? order by id').all(shop).map(toKey),
    remove: (shop, id) => void db.prepare('delete from woo_keys where shop = ? and id = ?').run(shop, id),
    authenticate: (request) => (request.https ? basic(request) : undefined) ?? oauth(request),
  };
}

/** Refuses a method that the key may not use, before anything else is looked at. */
export function checkPermission(key: ApiKey, method: string): void {
  if (method === 'OPTIONS') return;
  const reads = method === 'GET' || method === 'HEAD';
  if (reads && key.permissions === 'write') throw refused('The API key provided does not have read permissions.');
  if (!reads && key.permissions === 'read') throw refused('The API key provided does not have write permissions.');
}
