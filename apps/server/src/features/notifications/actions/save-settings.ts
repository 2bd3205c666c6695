import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { markBellOpened, setMaintenance, setPreferences } from '../repo.ts';
import type { Preference } from '../rules/preferences.ts';

/** Saves a person's notification settings, and that they opened the list. */
export async function saveNotificationSettings(
  deps: Deps,
  who: Who,
  wish: {
    maintenance_mode?: boolean | undefined;
    seen?: true | undefined;
    preferences?: readonly Preference[] | undefined;
  },
): Promise<void> {
  const { workplaceId, account } = who;
  if (wish.seen) await deps.db.tenant(who.own, (tx) => markBellOpened(tx, account.id));
  if (wish.maintenance_mode === undefined && !wish.preferences?.length) return;
  await deps.db.tenant(who.scope, async (tx) => {
    if (wish.maintenance_mode !== undefined) await setMaintenance(tx, workplaceId, account.id, wish.maintenance_mode);
    await setPreferences(tx, workplaceId, account.id, wish.preferences ?? []);
  });
}
