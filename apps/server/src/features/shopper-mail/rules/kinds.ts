import type { ShipmentStateName, ShopperMailKind } from '@quayside/contracts';

const PROBLEMS: readonly ShipmentStateName[] = ['exception', 'delivery_failure'];
const isProblem = (state: ShipmentStateName | undefined): boolean => state !== undefined && PROBLEMS.includes(state);

/**
 * Kinds for a parcel's change, the first of which that is on is sent; empty: none. `before`: undefined for a new parcel.
 * A parcel that is first seen as delivered was not just shipped.
 */
export function getKinds(before: ShipmentStateName | undefined, after: ShipmentStateName): readonly ShopperMailKind[] {
  if (before === after) return [];
  if (after === 'delivered') return ['delivered'];
  const isNew: readonly ShopperMailKind[] = before === undefined ? ['shipped'] : [];
  if (after === 'out_for_delivery') return ['out_for_delivery', ...isNew];
  if (isProblem(after) && !isProblem(before)) return ['problem', ...isNew];
  return isNew;
}

/** Days after which a change is too old to mail: imported history, late matches, delayed jobs. */
const OLD_DAYS = 3;
const DAY_MS = 86_400_000;

/** Whether a change may be mailed. Times are ISO 8601. */
export const isNews = (
  at: string,
  { now, since, restoredAt }: { now: string; since: string; restoredAt: string | null },
): boolean => {
  const time = Date.parse(at);
  return (
    time >= Date.parse(since) &&
    time >= Date.parse(now) - OLD_DAYS * DAY_MS &&
    // Changes between the backup and its restore may have been mailed.
    (restoredAt === null || time >= Date.parse(restoredAt))
  );
};
