import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { saveFieldOwners } from '../field-repo.ts';
import type { ListingField } from '../rules/listing-fields.ts';

/** Sets the fields in which our value always wins in a store. What the store has is overwritten by the next push only. */
export async function saveOwners(
  deps: Deps,
  scope: WorkplaceScope,
  storeId: string,
  fields: readonly ListingField[],
): Promise<void> {
  await deps.db.tenant(scope, async (tx) => {
    await saveFieldOwners(tx, scope.workplaceId, storeId, [...new Set(fields)]);
    await publish(tx, scope.workplaceId, 'listings');
  });
}
