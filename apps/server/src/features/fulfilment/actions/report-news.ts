import type { Executor } from '../../../db/index.ts';
import { findSyncedParcel, setSyncState } from '../repo.ts';
import { getNextUpdate } from '../rules/next-update.ts';
import type { ShipmentRow } from '../tables.ts';

/**
 * Opens a store update about a changed parcel; the caller enqueues its job. false: the store is up to date, or a
 * running attempt includes it.
 */
export async function reportNews(tx: Executor, workplaceId: string, known: ShipmentRow): Promise<boolean> {
  if (!['not_needed', 'sent', 'failed'].includes(known.report_state)) return false;
  const now = await findSyncedParcel(tx, workplaceId, known.shipment_id);
  if (!now || !getNextUpdate(now)) return false;
  await setSyncState(tx, workplaceId, known.shipment_id, { state: 'waiting', fresh: true });
  return true;
}
