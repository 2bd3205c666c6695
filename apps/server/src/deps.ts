import type { ConnectorId, HttpClient } from '@quayside/connector-kit';
import type { Clock } from '@quayside/kernel';
import type { Config } from './config.ts';
import type { Db } from './db/index.ts';
import type { Installed } from './installed/index.ts';
import type { Queue } from './jobs/queue.ts';
import type { Log } from './log.ts';
import type { SocialProviders } from './social.ts';
import type { Vault } from './vault/vault.ts';
import type { NamedHttp, WatchCall } from './watch/watched-http.ts';

export type Mode = 'live' | 'sandbox';

/** Locations of the outside systems. Real ones have public defaults; the sandbox's come only from its registry. */
export interface Connectors extends Installed {
  /** Base URL of a supplier or payment provider in a mode; undefined: unavailable. */
  baseUrl(id: ConnectorId, mode: Mode): string | undefined;
  /** Whether a supplier is our own warehouse, served in this process; it needs no webhooks. */
  isServedHere(id: ConnectorId, mode: Mode): boolean;
  /** Base URL of the running sandbox; undefined: none. */
  sandboxUrl: string | undefined;
  /** Whether a URL is inside the sandbox. */
  isSandboxUrl(url: string): boolean;
  /** Whether a sandbox URL is one of its shops. */
  isSandboxShop(platform: ConnectorId, url: string): boolean;
  /** The sandbox's URL for a shop with this platform domain; undefined: a real shop. */
  sandboxStore(platform: ConnectorId, platformDomain: string): string | undefined;
  /** Our credentials at a platform (client id and secret) or supplier (the operator's key) in a mode. */
  appCredentials(id: ConnectorId, mode: Mode): Record<string, string> | undefined;
}

/** Everything features may use. Created once in compose.ts and passed down; there are no module-level singletons. */
export interface Deps {
  config: Config;
  db: Db;
  queue: Queue;
  clock: Clock;
  /** HTTP client for URLs from people and platforms: no private addresses except configured ones. */
  http: NamedHttp;
  /** HTTP client for the sandbox on this machine; see getHttp. Absent: none. */
  sandboxHttp?: NamedHttp;
  /** Counts, logs and traces calls that don't go by these clients. Absent: they aren't watched, as in tests. */
  watchCall?: WatchCall;
  vault: Vault;
  connectors: Connectors;
  /** Identity providers. */
  social: SocialProviders;
  log: Log;
}

/**
 * HTTP client for a mode: only sandbox mode can reach the sandbox. `name`: the connector or purpose under which its calls
 * are counted and logged.
 */
export function getHttp(deps: Pick<Deps, 'http' | 'sandboxHttp'>, mode: Mode, name: string): HttpClient {
  const http = mode === 'sandbox' ? (deps.sandboxHttp ?? deps.http) : deps.http;
  return http.named?.(name) ?? http;
}

/** A lazily created value, one per Deps. */
export function oncePer<T>(make: (deps: Deps) => T): (deps: Deps) => T {
  const made = new WeakMap<Deps, T>();
  return (deps) => {
    const own = made.get(deps) ?? make(deps);
    made.set(deps, own);
    return own;
  };
}
