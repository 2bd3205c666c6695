import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Agent, buildConnector, request as send } from 'undici';
import { ConnectorError } from './errors.ts';
import { decoded, readBounded, TooLarge } from './guarded-http-body.ts';
import { bareHost, hostPort, isPublicAddress } from './guarded-http-policy.ts';
import { certificateProblem } from './guarded-http-tls.ts';
import type { HttpClient, HttpRequest, HttpResponse } from './http.ts';

const MAX_REDIRECTS = 3;
const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_MAX_BYTES = 16 * 1024 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;
/** Headers that may follow a redirect to another origin; others could leak a key. */
const HARMLESS = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent']);

export interface GuardedHttpOptions {
  /** "host:port" pairs that may be private; read again for every connection. */
  allowHosts?: () => Iterable<string>;
  userAgent?: string;
  /** All addresses of a name; default: the system's resolver. */
  lookup?: (hostname: string) => Promise<LookupAddress[]>;
  connectTimeoutMs?: number;
}

/** The connection failed before anything was sent, so there was no effect. */
class NotConnected extends Error {}
/** The address is not allowed. */
class Refused extends Error {}

/**
 * The only client for URLs entered by people: it refuses non-public addresses (unless host:port is allowed), connects
 * to the address it checked, and follows redirects of reads by the same rules. Total time and size are limited.
 */
export function createGuardedHttp(options: GuardedHttpOptions = {}): HttpClient & { close(): Promise<void> } {
  const resolve = options.lookup ?? ((hostname) => systemLookup(hostname, { all: true }));
  const connect = buildConnector({ allowH2: false, timeout: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS });

  async function addressesOf(hostname: string): Promise<string[]> {
    const host = bareHost(hostname);
    if (isIP(host)) return [host];
    try {
      return (await resolve(host)).map((entry) => entry.address);
    } catch (cause) {
      throw new NotConnected(`the name ${host} is not known`, { cause });
    }
  }

  const agent = new Agent({
    pipelining: 1,
    keepAliveTimeout: 4000,
    connections: 32,
    connect(target, callback) {
      const host = bareHost(target.hostname);
      const key = hostPort(target);
      const servername = isIP(host) ? undefined : host;
      void (async () => {
        const allowed = new Set(options.allowHosts?.() ?? []).has(key);
        const found = await addressesOf(host);
        // A private address among public ones is an attack or a mistake, so all are refused.
        const bad = allowed ? undefined : found.find((address) => !isPublicAddress(address));
        if (bad !== undefined) throw new Refused(`${key} leads to ${bad}, which is not a public address`);
        return found;
      })().then(
        (found) => {
          const attempt = (index: number, last?: Error): void => {
            const address = found[index];
            if (address === undefined) {
              callback(new NotConnected(last?.message ?? `${host} has no address`, { cause: last }), null);
              return;
            }
            // Passes the address as the host, so that no second DNS lookup can lead elsewhere.
            connect({ ...target, hostname: address, servername }, (error, socket) => {
              if (error) attempt(index + 1, error);
              else callback(null, socket);
            });
          };
          attempt(0);
        },
        (error: Error) => callback(error, null),
      );
    },
  });

  async function once(request: HttpRequest, url: URL, headers: Record<string, string>, signal: AbortSignal) {
    const answer = await send(url, {
      method: request.method,
      headers,
      body: request.body ?? null,
      signal,
      dispatcher: agent,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const maxBytes = request.maxBytes ?? DEFAULT_MAX_BYTES;
    const raw = await readBounded(answer.body, maxBytes);
    const flat = flatten(answer.headers);
    const body = await decoded(raw, flat['content-encoding'], maxBytes);
    return { status: answer.statusCode, headers: flat, body };
  }

  let closed = false;
  return {
    async send(request) {
      let url = checkedUrl(request.url);
      let headers = lowerCased({ 'user-agent': options.userAgent ?? 'Quayside', ...request.headers });
      headers['accept-encoding'] ??= 'gzip, br';
      const deadline = AbortSignal.timeout(request.timeoutMs ?? DEFAULT_TIMEOUT_MS);
      const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline;
      for (let hops = 0; ; hops += 1) {
        const answer = await once(request, url, headers, signal).catch((error: unknown) => {
          throw explained(error, request, url, { timedOut: deadline.aborted, closed });
        });
        const location = answer.headers.location;
        const moved = [301, 302, 303, 307, 308].includes(answer.status) && location !== undefined;
        // Writes never follow redirects.
        if (!moved || request.effect || request.method !== 'GET') return withText(answer, url);
        if (hops >= MAX_REDIRECTS) throw new ConnectorError('unexpected', `${hostPort(url)} redirects too often`);
        const next = checkedUrl(new URL(location, url).href);
        if (next.origin !== url.origin)
          headers = Object.fromEntries(Object.entries(headers).filter(([name]) => HARMLESS.has(name)));
        url = next;
      }
    },
    close() {
      closed = true;
      return agent.destroy();
    },
  };
}

function checkedUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.username || url.password)
    throw new ConnectorError('rejected', 'only http and https URLs without credentials are allowed', {
      code: 'unreachable',
    });
  return url;
}

const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const flatten = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

const withText = (
  answer: { status: number; headers: Record<string, string>; body: Buffer },
  url: URL,
): HttpResponse => {
  let text: string | undefined;
  return {
    ...answer,
    url: url.href,
    get text() {
      text ??= answer.body.toString('utf8');
      return text;
    },
  };
};

function explained(
  error: unknown,
  request: HttpRequest,
  url: URL,
  { timedOut, closed }: { timedOut: boolean; closed: boolean },
): ConnectorError {
  const where = hostPort(url);
  const cause = { cause: error };
  if (error instanceof ConnectorError) return error;
  if (error instanceof Refused) return new ConnectorError('rejected', error.message, { code: 'unreachable', ...cause });
  if (closed)
    return new ConnectorError(
      request.effect ? 'unknown' : 'temporary',
      `the call to ${where} was cut off at shutdown`,
      {
        code: 'interrupted',
        ...cause,
      },
    );
  if (error instanceof NotConnected)
    return new ConnectorError('temporary', `${where} cannot be reached: ${error.message}`, {
      code: certificateProblem(error.cause) ?? 'unreachable',
      ...cause,
    });
  if (error instanceof TooLarge)
    return new ConnectorError(request.effect ? 'unknown' : 'unexpected', `${where}: ${error.message}`, cause);
  const what = timedOut
    ? 'did not answer in time'
    : `ended the connection (${error instanceof Error ? error.message : error})`;
  return new ConnectorError(request.effect ? 'unknown' : 'temporary', `${where} ${what}`, cause);
}
