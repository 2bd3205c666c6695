import type { Scope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { reportParcelJob } from './jobs/fulfilment.ts';
import { hasOpenReports, takeLostReports } from './report-repo.ts';

/** Sends jobs again for parcels whose job got lost. Answers whether parcels are still to be told of. */
export async function sweepReports(deps: Deps, scope: Required<Scope>, lateSeconds: number): Promise<boolean> {
  return deps.db.tenant(scope, async (tx) => {
    const lost = await takeLostReports(tx, scope.workplaceId, lateSeconds, 500);
    await deps.queue.sendMany(
      tx,
      reportParcelJob,
      lost.map((row) => ({ ...scope, shipmentId: row.shipment_id, storeId: row.store_id })),
    );
    return hasOpenReports(tx, scope.workplaceId);
  });
}
