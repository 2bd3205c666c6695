import { rateFromNumber } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { removeTyped, saveTyped } from '../rate-repo.ts';

/** Saves a rate of the workplace's own for a pair of currencies, or removes it. */
export async function saveRate(
  deps: Deps,
  scope: WorkplaceScope,
  pair: { from: string; to: string },
  rate: number | null,
): Promise<void> {
  await deps.db.tenant(scope, (tx) =>
    rate === null
      ? removeTyped(tx, scope.workplaceId, pair)
      : saveTyped(tx, scope.workplaceId, pair, rateFromNumber(rate)),
  );
}
