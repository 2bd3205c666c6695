import { contracts, DONE } from '@quayside/contracts';
import type { Executor } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import { handler } from '../../jobs/define.ts';
import { PATIENCE, type Patience } from '../../jobs/effect/pauses.ts';
import { roundHandler } from '../../jobs/rounds.ts';
import { type ConnectionOwner, ownersAfter } from '../connections/index.ts';
import { checkAlarms } from './actions/check-alarms.ts';
import { connectService, removeService } from './actions/connect-service.ts';
import { pollService } from './actions/poll-service.ts';
import { createRegistration } from './actions/track-number.ts';
import { checkAlarmsJob, checkAllAlarmsJob, pollServiceJob, sendDuePollsJob, trackNumberJob } from './jobs/tracking.ts';
import type { TrackingPorts } from './ports.ts';
import { trackingServices } from './queries/services.ts';
import { takeDueServices, trackingAfter } from './repo.ts';
import { findAlarmDays, saveAlarmDays } from './setting-repo.ts';
import { registerWebhooks } from './webhook-routes.ts';

/** Services whose polls one run of the schedule sends. */
const MOST_SERVICES = 500;

/** A page of the workplaces that may have parcels, by id. */
async function alarmPage(tx: Executor, after: string, last: string, limit: number): Promise<ConnectionOwner[]> {
  const found = [...(await ownersAfter(tx, after, last, limit)), ...(await trackingAfter(tx, after, last, limit))];
  const owners = new Map(found.map((one) => [one.workplace_id, one]));
  return [...owners.values()].sort((a, b) => (a.workplace_id < b.workplace_id ? -1 : 1)).slice(0, limit);
}

/** Tracking services and shipment alarms. */
export function register(deps: Deps, ports: TrackingPorts, patience: Patience = PATIENCE): Feature {
  const calls = contracts.tracking;
  const registering = createRegistration(deps, patience);
  return {
    effects: [registering],
    jobs: [
      handler(trackNumberJob, ({ accountId, workplaceId, trackedId }, run) =>
        registering.run({ accountId, workplaceId }, trackedId, run.lost),
      ),
      handler(sendDuePollsJob, () =>
        deps.db.global(async (tx) => {
          const due = await takeDueServices(tx, MOST_SERVICES);
          await deps.queue.sendMany(
            tx,
            pollServiceJob,
            due.map((one) => ({
              accountId: one.account_id,
              workplaceId: one.workplace_id,
              serviceId: one.service_id,
            })),
          );
        }),
      ),
      roundHandler(deps, {
        kind: checkAllAlarmsJob,
        list: alarmPage,
        idOf: (row) => row.workplace_id,
        work: (row, signal) =>
          checkAlarms(deps, ports, { accountId: row.account_id, workplaceId: row.workplace_id }, signal),
      }),
      handler(checkAlarmsJob, (scope, run) => checkAlarms(deps, ports, scope, run.signal)),
      handler(pollServiceJob, ({ accountId, workplaceId, serviceId }, run) =>
        pollService(deps, { accountId, workplaceId }, serviceId, run.signal),
      ),
    ],
    routes(app) {
      route(app, calls.services, (_input, who) => trackingServices(deps, who.scope, who.locale));

      route(app, calls.connectService, async ({ body }, who) => {
        const { credentials, service, mode } = body;
        await connectService(deps, who.scope, { service, mode, ...(credentials ? { credentials } : {}) });
        return trackingServices(deps, who.scope, who.locale);
      });

      route(app, calls.removeService, async ({ params }, who) => {
        await removeService(deps, who.scope, params.mode);
        return DONE;
      });

      route(app, calls.alarmDays, (_input, who) => deps.db.read(who.scope, (ex) => findAlarmDays(ex, who.workplaceId)));

      route(app, calls.saveAlarmDays, async ({ body }, who) => {
        await deps.db.tenant(who.scope, (tx) => saveAlarmDays(tx, who.workplaceId, body));
        // Alarms follow the new days without waiting for the next check.
        await deps.db.tenant(who.scope, (tx) =>
          deps.queue.send(tx, checkAlarmsJob, { accountId: who.scope.accountId, workplaceId: who.workplaceId }),
        );
        return body;
      });

      registerWebhooks(app, deps);
    },
  };
}
