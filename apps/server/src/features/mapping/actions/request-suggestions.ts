import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { AfterImport } from '../../products/index.ts';
import { suggestMappingsJob } from '../jobs/mapping.ts';
import { hasRun, suggestionsAreOpen, wantRun } from '../suggestion-repo.ts';

/** Imports and adopted pages come in bursts; one run covers them all. */
export const GATHER_SECONDS = 3;

/** Has the workspace's variants without a supplier compared with its imported products, soon. */
export async function requestSuggestions(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  { accountId, workplaceId }: WorkplaceScope,
  afterSeconds = GATHER_SECONDS,
): Promise<void> {
  if ((await wantRun(tx, workplaceId)) === 0) return;
  await deps.queue.send(tx, suggestMappingsJob, { accountId, workplaceId }, { afterSeconds });
}

/** As above, once variants lost their supplier choices; workspaces that compare nothing have no run. */
export async function suggestAfterRemoval(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  scope: WorkplaceScope,
): Promise<void> {
  if (await hasRun(tx, scope.workplaceId)) await requestSuggestions(tx, deps, scope);
}

/** As above, once a supplier's product was imported; most workspaces have nothing to compare it with. */
export const suggestAfterImport: AfterImport = {
  wanted: suggestionsAreOpen,
  run: (tx, deps, scope) => requestSuggestions(tx, deps, scope),
};
