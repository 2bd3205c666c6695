import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { storeMigrations } from './migration-routes.ts';
import { storeTransfers, type TransferPorts } from './transfer-routes.ts';

/** Stores that go elsewhere: to another workspace of their account, or to another account. */
export function register(deps: Deps, ports: TransferPorts): Feature {
  const parts = [storeTransfers(deps, ports), storeMigrations(deps)];
  return {
    jobs: parts.flatMap(({ jobs }) => jobs),
    async routes(app) {
      for (const part of parts) await part.routes(app);
    },
  };
}
