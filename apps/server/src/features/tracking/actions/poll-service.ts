import { ConnectorError } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { applyTracking } from '../../fulfilment/index.ts';
import { setNextChecks, type TrackedRow, takeDueNumbers } from '../repo.ts';
import { nextCheckMs } from '../rules/next-check.ts';
import { type OpenService, withService } from '../service.ts';
import { followParcels } from './follow-parcels.ts';

/** Delay before another worker's numbers or a busy service are tried again. */
const PAUSE_MS = 30_000;

async function readBatch(
  deps: Deps,
  scope: WorkplaceScope,
  open: OpenService,
  due: readonly TrackedRow[],
): Promise<void> {
  const parcels = await open.connector.getParcels(
    open.ctx,
    due.map((row) => ({
      number: row.tracking_number,
      ...(row.tracking_ref ? { trackingId: row.tracking_ref } : {}),
    })),
  );
  const byNumber = new Map(parcels.map((parcel) => [parcel.number, parcel]));
  const next: { tracked_id: string; after_ms: number | null }[] = [];
  for (const row of due) {
    const parcel = byNumber.get(row.tracking_number) ?? { number: row.tracking_number, events: [] };
    const state = await applyTracking(deps, scope, row.shipment_id, open.row.service, parcel);
    const age = deps.clock.millis() - Date.parse(row.created_at);
    next.push({ tracked_id: row.tracked_id, after_ms: nextCheckMs(state, age, open.row.mode) ?? null });
  }
  await deps.db.tenant(scope, (tx) => setNextChecks(tx, scope.workplaceId, next));
}

/** Follows new parcels with a service and reads those that are due, a batch per request. */
export async function pollService(
  deps: Deps,
  scope: WorkplaceScope,
  serviceId: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await withService(deps, scope, { serviceId }, async (open) => {
      await followParcels(deps, scope, open.row);
      const most = open.connector.batch;
      for (;;) {
        if (signal.aborted) return;
        const due = await deps.db.tenant(scope, (tx) => takeDueNumbers(tx, scope.workplaceId, serviceId, most));
        if (due.length > 0) await readBatch(deps, scope, { ...open, ctx: { ...open.ctx, signal } }, due);
        if (due.length < most) return;
      }
    });
  } catch (error) {
    // A service that is off or waits for a key is left alone; its owner sees why.
    if (error instanceof AppError || (error instanceof ConnectorError && error.kind === 'auth')) return;
    if (error instanceof ConnectorError && error.kind === 'rate-limited')
      throw new Later(error.retryAfterMs ?? PAUSE_MS, 'the tracking service limits requests');
    throw error;
  }
}
