import { contracts, DONE } from '@quayside/contracts';
import { AppError, notFound } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import { handler } from '../../jobs/define.ts';
import { PATIENCE, type Patience } from '../../jobs/effect/pauses.ts';
import { createStoreNames, lockOrder } from '../orders/index.ts';
import { reportParcel } from './actions/report-parcel.ts';
import { reportParcelJob } from './jobs/fulfilment.ts';
import { markOpenWork } from './open-work.ts';
import { publicTracking } from './queries/public-tracking.ts';
import { countShipments, listShipments, shipmentViews } from './queries/shipments.ts';
import { findShipment, setReport } from './repo.ts';

const isCursor = (text: string | undefined): text is string => text !== undefined && /^[0-9a-f-]{36}$/.test(text);

/** Parcels: what the suppliers say of them, what the stores are told, what shoppers see. */
export function register(deps: Deps, patience: Patience = PATIENCE): Feature {
  const calls = contracts.fulfilment;
  const names = createStoreNames(() => deps.clock.millis());
  return {
    jobs: [handler(reportParcelJob, ({ shipmentId, ...scope }) => reportParcel(deps, scope, shipmentId, patience))],
    routes(app) {
      route(app, calls.shipments, ({ query: { cursor, ...query } }, who) =>
        deps.db.read(who.scope, (ex) =>
          listShipments(ex, names, who.workplaceId, { ...query, ...(isCursor(cursor) ? { cursor } : {}) }, who.locale),
        ),
      );

      route(app, calls.shipmentCounts, ({ query }, who) =>
        deps.db.read(who.scope, (ex) => countShipments(ex, who.workplaceId, query)),
      );

      route(app, calls.tracking, ({ params }, who) =>
        deps.db.read(who.scope, async (ex) => {
          const row = await findShipment(ex, who.workplaceId, params.tracking_id);
          const [view] = row ? await shipmentViews(ex, who.workplaceId, [row], who.locale) : [];
          if (!view) throw notFound('SHIPMENT_NOT_FOUND');
          return view;
        }),
      );

      route(app, calls.publicTracking, ({ params }) => publicTracking(deps, params.order_id));

      route(app, calls.retryReport, async ({ params }, who) => {
        await deps.db.tenant(who.scope, async (tx) => {
          const found = await findShipment(tx, who.workplaceId, params.shipment_id);
          if (!found) throw notFound('SHIPMENT_NOT_FOUND');
          await lockOrder(tx, who.workplaceId, found.order_id);
          const row = await findShipment(tx, who.workplaceId, params.shipment_id);
          if (row?.report_state !== 'failed') throw new AppError('BAD_REQUEST', 'REPORT_NOT_FAILED');
          const scope = { accountId: who.account.id, workplaceId: who.workplaceId };
          await setReport(tx, who.workplaceId, row.shipment_id, { state: 'waiting' });
          await markOpenWork(tx, scope);
          await deps.queue.send(tx, reportParcelJob, { ...scope, shipmentId: row.shipment_id });
        });
        return DONE;
      });
    },
  };
}
