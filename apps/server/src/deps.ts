import type { ConnectorId, HttpClient } from '@quayside/connector-kit';
import type { Clock } from '@quayside/kernel';
import type { Config } from './config.ts';
import type { Db } from './db/index.ts';
import type { Installed } from './installed/index.ts';
import type { Queue } from './jobs/queue.ts';
import type { Log } from './log.ts';
import type { SocialProviders } from './social.ts';
import type { Vault } from './vault/vault.ts';

export type Mode = 'live' | 'sandbox';

/** Where the outside systems are. Real ones have public defaults; the sandbox's come from its registry alone. */
export interface Connectors extends Installed {
  /** Base address of a supplier or payment provider in a mode; undefined: not to be had in that mode here. */
  baseUrl(id: ConnectorId, mode: Mode): string | undefined;
  /** Whether a supplier is our own warehouse, served in this process; it needs no webhooks. */
  isServedHere(id: ConnectorId, mode: Mode): boolean;
  /** Base address of the running sandbox; undefined: there is none. */
  sandboxUrl: string | undefined;
  /** Whether an address lies in the sandbox. */
  isSandboxUrl(url: string): boolean;
  /** Whether an address in the sandbox is one of its shops, and not another part of it. */
  isSandboxShop(platform: ConnectorId, url: string): boolean;
  /** Where the sandbox has a shop that is known by this domain on its platform; undefined: it is a real one. */
  sandboxStore(platform: ConnectorId, platformDomain: string): string | undefined;
  /** Our own credentials at a platform (client id and secret) or at a supplier (the operator's key) in a mode. */
  appCredentials(id: ConnectorId, mode: Mode): Record<string, string> | undefined;
}

/** Everything a feature may use. Made once in compose.ts and handed down; there are no module-level singletons. */
export interface Deps {
  config: Config;
  db: Db;
  queue: Queue;
  clock: Clock;
  /** The way out to addresses that people and platforms give: nothing on this machine but what the operator names. */
  http: HttpClient;
  /** The way to the sandbox, which is on this machine; see httpOf. Absent: there is none. */
  sandboxHttp?: HttpClient;
  vault: Vault;
  connectors: Connectors;
  /** Who people can sign in with besides their password. */
  social: SocialProviders;
  log: Log;
}

/** The way to the other side of a mode: only who speaks with something of the sandbox's may reach the sandbox. */
export const httpOf = (deps: Pick<Deps, 'http' | 'sandboxHttp'>, mode: Mode): HttpClient =>
  mode === 'sandbox' ? (deps.sandboxHttp ?? deps.http) : deps.http;

/** Something that a process makes once and keeps beside its parts, when it is first asked for; gone with them. */
export function oncePer<T>(make: (deps: Deps) => T): (deps: Deps) => T {
  const made = new WeakMap<Deps, T>();
  return (deps) => {
    const own = made.get(deps) ?? make(deps);
    made.set(deps, own);
    return own;
  };
}
