import { notFound } from '@quayside/kernel';
import { json, type StoreScope, sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { checkCurrency, checkTimeZone } from '../../../known-values.ts';
import { publish } from '../../../live/publish.ts';

/** What may change; what is absent stays as it is. */
export interface SettingsChange {
  name?: string | undefined;
  currency?: string | undefined;
  time_zone?: string | undefined;
  admitad?: { enabled: boolean; ad_space_id: string } | undefined;
}

/** Saves settings of a workspace. `field` names an input as the caller knows it. */
export async function saveSettings(
  deps: Deps,
  scope: WorkplaceScope & StoreScope,
  change: SettingsChange,
  field: (name: 'currency' | 'time_zone') => string,
): Promise<void> {
  if (change.currency) checkCurrency(field('currency'), change.currency);
  if (change.time_zone) checkTimeZone(field('time_zone'), change.time_zone);
  const { name, currency, time_zone, admitad } = change;
  const kept = { ...(time_zone ? { time_zone } : {}), ...(admitad ? { admitad } : {}) };
  await deps.db.tenant(scope, async (tx) => {
    const changed = await tx.run(sql`update workplace set name = coalesce(${name ?? null}, name),
        currency = coalesce(${currency ?? null}, currency), settings = settings || ${json(kept)}
      where workplace_id = ${scope.workplaceId}`);
    if (changed === 0) throw notFound('WORKPLACE_NOT_FOUND');
    // The shell names the workspace: open screens read again who they are.
    await publish(tx, scope.workplaceId, 'stores');
  });
}
