import { contracts, DONE, FAMILY_LIMITS, firstFamilyWith } from '@quayside/contracts';
import { notFound } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import { handler } from '../../jobs/define.ts';
import { PATIENCE, type Patience } from '../../jobs/effect/pauses.ts';
import { createStoreNames } from '../orders/index.ts';
import { hasOrderTracking, needsOrderTracking } from '../plans/index.ts';
import { dismiss } from './actions/dismiss-alarm.ts';
import { retrySync } from './actions/retry-sync.ts';
import { setCarrier } from './actions/set-carrier.ts';
import { createParcelSync } from './actions/sync-parcel.ts';
import { syncParcelJob } from './jobs/fulfilment.ts';
import { findTrackingPage, saveTrackingPage } from './page-repo.ts';
import { countAlarms, listAlarms } from './queries/alarms.ts';
import { publicTracking } from './queries/public-tracking.ts';
import { countShipments, listShipments, shipmentViews } from './queries/shipments.ts';
import { findShipment } from './repo.ts';
import { findCarriers, identifyCarrier } from './rules/carriers/identify.ts';

const isCursor = (text: string | undefined): text is string => text !== undefined && /^[0-9a-f-]{36}$/.test(text);

/** Parcels: suppliers' updates, reports to stores, public tracking. */
export function register(deps: Deps, patience: Patience = PATIENCE): Feature {
  const calls = contracts.fulfilment;
  const alarms = contracts.tracking;
  const reporting = createParcelSync(deps, patience);
  const names = createStoreNames(() => deps.clock.millis());
  return {
    effects: [reporting],
    jobs: [
      handler(syncParcelJob, ({ accountId, workplaceId, shipmentId }, run) =>
        reporting.run({ accountId, workplaceId }, shipmentId, run.lost),
      ),
    ],
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

      route(app, alarms.alarms, ({ query }, who) =>
        deps.db.read(who.scope, (ex) => listAlarms(ex, names, who.workplaceId, query)),
      );

      route(app, alarms.alarmCounts, ({ query }, who) =>
        deps.db.read(who.scope, (ex) => countAlarms(ex, who.workplaceId, query)),
      );

      route(app, alarms.dismissAlarm, async ({ params }, who) => {
        await dismiss(deps, who.scope, params.alarm_id);
        return DONE;
      });

      route(app, alarms.page, async (_input, who) => ({
        page: await deps.db.read(who.scope, (ex) => findTrackingPage(ex, who.workplaceId)),
        in_plan: await hasOrderTracking(deps, who.scope.accountId),
        plan: FAMILY_LIMITS[firstFamilyWith((limits) => limits.orderTracking) ?? 'growth'].name,
      }));

      route(app, alarms.savePage, async ({ body }, who) => {
        await needsOrderTracking(deps, who.scope.accountId);
        await deps.db.tenant(who.scope, (tx) => saveTrackingPage(tx, who.workplaceId, body));
        return body;
      });

      route(app, calls.carriers, async ({ query: { number } }) => ({
        carrier: identifyCarrier(number) ?? null,
        candidates: findCarriers(number).map((match) => match.carrier),
      }));

      route(app, calls.setCarrier, async ({ params, body }, who) => {
        await setCarrier(deps, who.scope, params.shipment_id, body.carrier);
        return DONE;
      });

      route(app, calls.retryReport, async ({ params }, who) => {
        await retrySync(deps, who.scope, params.shipment_id);
        return DONE;
      });
    },
  };
}
