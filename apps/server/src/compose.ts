import type { Deps } from './deps.ts';
import type { Feature } from './feature.ts';
import * as accounts from './features/accounts/index.ts';
import * as meta from './features/meta/register.ts';
import * as reports from './features/reports/index.ts';
import * as wallet from './features/wallet/index.ts';
import * as live from './live/stream.ts';

export interface Composed {
  features: Feature[];
  /** What is done once the address is known: tell the sandbox where we are, make the demo account. */
  afterListen(url: string): Promise<void>;
}

/** The only place that names every feature: wires them, nothing more. */
export function compose(deps: Deps, facts: { version: string; sandboxUrl: string | undefined }): Composed {
  const features = [
    meta.register(deps, facts.version, facts.sandboxUrl),
    accounts.register(deps),
    wallet.register(deps),
    reports.register(deps),
    live.register(deps),
  ];
  return { features, afterListen: async () => undefined };
}
