import type { PgBoss } from 'pg-boss';
import type { Config } from './config.ts';
import type { Db } from './db/index.ts';
import type { Connectors, Deps } from './deps.ts';
import type { Feature } from './feature.ts';
import * as accounts from './features/accounts/index.ts';
import * as meta from './features/meta/register.ts';
import * as wallet from './features/wallet/index.ts';
import * as live from './live/stream.ts';

export interface Composed {
  deps: Deps;
  features: Feature[];
}

/** The only place that names every feature: wires them, nothing more. */
export function compose(deps: Deps, facts: { version: string; sandboxUrl: string | undefined }): Feature[] {
  return [meta.register(deps, facts.version, facts.sandboxUrl), accounts.register(deps), wallet.register(deps), live.register(deps)];
}

export type { Config, Connectors, Db, PgBoss };
