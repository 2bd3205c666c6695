import type { Deps } from './deps.ts';
import type { Feature } from './feature.ts';
import * as accounts from './features/accounts/index.ts';
import * as connections from './features/connections/index.ts';
import * as meta from './features/meta/register.ts';
import * as reports from './features/reports/index.ts';
import * as sandbox from './features/sandbox/index.ts';
import * as wallet from './features/wallet/index.ts';
import * as warehouse from './features/warehouse/index.ts';
import * as live from './live/stream.ts';
import { openSandboxWarehouse } from './sandbox-warehouse.ts';

export interface Composed {
  features: Feature[];
  /** What is done once the address is known: open the sandbox's warehouse, make the demo account. */
  afterListen(url: string): Promise<void>;
}

export interface InstallationFacts {
  version: string;
  sandboxUrl: string | undefined;
  warehouseKeys: { customer: string; staff: string };
}

/** The only place that names every feature: wires them, nothing more. */
export function compose(deps: Deps, facts: InstallationFacts): Composed {
  const features = [
    meta.register(deps, facts.version, facts.sandboxUrl),
    accounts.register(deps),
    connections.register(deps, {
      onOrderChanged: async () => undefined,
      pollOrders: async () => undefined,
      onSupplierOrderChanged: async () => undefined,
      pollSupplierOrders: async () => undefined,
    }),
    wallet.register(deps),
    reports.register(deps),
    sandbox.register(deps, facts.sandboxUrl),
    warehouse.register(deps),
    live.register(deps),
  ];
  return {
    features,
    async afterListen(url) {
      if (facts.sandboxUrl) await openSandboxWarehouse(deps, facts.sandboxUrl, url, facts.warehouseKeys);
    },
  };
}
