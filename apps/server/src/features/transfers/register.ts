import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { migrations } from './migration-routes.ts';
import { type MovePorts, moves } from './move-routes.ts';

/** Stores that go elsewhere: to another workspace of their account, or to another account. */
export function register(deps: Deps, ports: MovePorts): Feature {
  const parts = [moves(deps, ports), migrations(deps)];
  return {
    jobs: parts.flatMap(({ jobs }) => jobs),
    async routes(app) {
      for (const part of parts) await part.routes(app);
    },
  };
}
