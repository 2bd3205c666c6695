import { randomUUID } from 'node:crypto';
import { type ConnectorContext, ConnectorError, type HttpRequest, type HttpResponse } from '@quayside/connector-kit';
import type { z } from 'zod';
import { type AuthMethod, getKeys, type Keys } from './credentials.ts';
import { parseJson, toError, toFailure } from './failures.ts';
import { queryString, signedQuery } from './sign.ts';

const READ_TIMEOUT_MS = 30_000;
const WRITE_TIMEOUT_MS = 90_000;

type Query = Record<string, string | number | boolean>;

export interface WooRequest<T extends z.ZodType> {
  /** Below /wc/v3/, e.g. "products/12". */
  path: string;
  shape: T;
  query?: Query;
  timeoutMs?: number;
}

export interface WooClient {
  get<T extends z.ZodType>(request: WooRequest<T>): Promise<z.output<T>>;
  /** Every page of a list, a hundred at a time. */
  all<T extends z.ZodType>(request: WooRequest<T>): Promise<z.output<T>[]>;
  send<T extends z.ZodType>(
    method: 'POST' | 'PUT' | 'DELETE',
    request: WooRequest<T> & { body?: unknown },
  ): Promise<z.output<T>>;
}

/** A 401 that says "nobody is signed in": the keys did not reach WooCommerce (or are unknown to it). */
const nobody = (response: HttpResponse): boolean =>
  response.status === 401 && /^woocommerce_rest_cannot_/.test(toError(response)?.code ?? '');

/** No REST API under /wp-json: a page for people, "not found" or the home page (as the web server is set up). */
const noRest = (response: HttpResponse, method: string): boolean => {
  if (parseJson(response) !== undefined) return false;
  return response.status === 404 || (response.status === 200 && method === 'GET' && /^\s*</.test(response.text));
};

/**
 * WooCommerce before 11.1 looks at a key only when the address holds these letters; with ?rest_route= a parameter of no
 * meaning carries them. Source: is_request_to_rest_api in class-wc-rest-authentication.php, tried on 9.2.
 */
const MARK = 'wp-json/wc/';

/**
 * A parameter of no meaning that makes every question's address its own. Caches in front of shops keep answers by address
 * alone, whatever headers say: LiteSpeed Cache keeps those of the REST API for a week unless told otherwise, and new
 * orders would not be seen. Sources: litespeedtech/lscache_wp issues 413 and 732, goshippo/shippo-php-client issue 70.
 */
const UNCACHED = 'quayside_read';

/**
 * Speaks WooCommerce REST v3 with one shop. It finds out how the shop's server wants to be asked (see credentials.ts)
 * by trying again after a refusal that surely had no effect, and keeps what it learnt with the credentials.
 */
export function createClient(ctx: ConnectorContext): WooClient {
  let keys = getKeys(ctx);

  function build(
    method: HttpRequest['method'],
    path: string,
    query: Query,
    way: Keys,
  ): { url: string; authorization?: string } {
    const plain = way.rest === 'plain';
    const url = plain ? `${ctx.baseUrl}/index.php` : `${ctx.baseUrl}/wp-json/wc/v3/${path}`;
    const asked = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const params = { ...(plain ? { rest_route: `/wc/v3/${path}`, via: MARK } : {}), ...asked };
    const { consumerKey, consumerSecret } = way;
    if (way.auth === 'oauth') {
      // A WordPress that does not know that it is behind https signs its http address.
      const signed = signedQuery(method, url.replace(/^https:/, 'http:'), params, way);
      return { url: `${url}?${queryString(signed)}` };
    }
    const withKeys =
      way.auth === 'query' ? { ...params, consumer_key: consumerKey, consumer_secret: consumerSecret } : params;
    const text = queryString(withKeys);
    const token = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64');
    return {
      url: text === '' ? url : `${url}?${text}`,
      ...(way.auth === 'basic' ? { authorization: `Basic ${token}` } : {}),
    };
  }

  async function once(
    method: HttpRequest['method'],
    request: { path: string; query?: Query; timeoutMs?: number; body?: unknown },
    way: Keys,
  ): Promise<HttpResponse> {
    const effect = method !== 'GET';
    const asked = effect ? request.query : { ...request.query, [UNCACHED]: randomUUID() };
    const { url, authorization } = build(method, request.path, asked ?? {}, way);
    const body = request.body === undefined ? undefined : JSON.stringify(request.body);
    return ctx.http.send({
      method,
      url,
      effect,
      headers: {
        accept: 'application/json',
        ...(authorization ? { authorization } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
      ...(ctx.signal ? { signal: ctx.signal } : {}),
      timeoutMs: request.timeoutMs ?? (effect ? WRITE_TIMEOUT_MS : READ_TIMEOUT_MS),
    });
  }

  async function learnt(next: Keys): Promise<void> {
    keys = next;
    const { consumerKey, consumerSecret, auth, rest } = next;
    await ctx.saveCredentials({ ...ctx.credentials, consumerKey, consumerSecret, auth, rest });
  }

  async function asked(
    method: HttpRequest['method'],
    request: { path: string; query?: Query; timeoutMs?: number; body?: unknown },
  ): Promise<HttpResponse> {
    let way = keys;
    let response = await once(method, request, way);
    if (noRest(response, method) && way.rest === 'pretty') {
      const other = await once(method, request, { ...way, rest: 'plain' });
      if (!noRest(other, method)) {
        way = { ...way, rest: 'plain' };
        response = other;
      }
    }
    if (nobody(response) && way.auth === 'basic') {
      for (const auth of ['query', 'oauth'] satisfies AuthMethod[]) {
        const other = await once(method, request, { ...way, auth });
        if (other.status === 401) continue;
        way = { ...way, auth };
        response = other;
        break;
      }
    }
    const better = way.auth !== keys.auth || way.rest !== keys.rest;
    if (better && response.status < 300) await learnt(way);
    return response;
  }

  async function checked<T extends z.ZodType>(
    method: HttpRequest['method'],
    request: WooRequest<T> & { body?: unknown },
  ): Promise<z.output<T>> {
    const effect = method !== 'GET';
    const response = await asked(method, request);
    if (response.status < 200 || response.status >= 300) throw toFailure(response, effect, ctx.clock.millis());
    const json = parseJson(response);
    const parsed = request.shape.safeParse(json);
    if (parsed.success) return parsed.data;
    const why =
      json === undefined
        ? 'an answer that is no JSON'
        : `${parsed.error.issues[0]?.path.join('.')}: ${parsed.error.issues[0]?.message}`;
    throw new ConnectorError(effect ? 'unknown' : 'unexpected', `${method} ${request.path}: ${why}`);
  }

  return {
    get: (request) => checked('GET', request),
    async all(request) {
      const size = 100;
      const found: z.output<typeof request.shape>[] = [];
      for (let page = 1; ; page += 1) {
        const query = { ...request.query, per_page: size, page };
        const list = await checked('GET', { ...request, query, shape: request.shape.array() });
        found.push(...list);
        if (list.length < size) return found;
      }
    },
    send: (method, request) => checked(method, request),
  };
}
