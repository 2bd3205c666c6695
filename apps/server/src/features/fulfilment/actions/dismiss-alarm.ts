import { notFound } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { dismissAlarm } from '../alarm-repo.ts';

/** Dismisses an open alarm. Throws ALARM_NOT_OPEN. */
export const dismiss = (deps: Deps, scope: WorkplaceScope, alarmId: string): Promise<void> =>
  deps.db.tenant(scope, async (tx) => {
    const alarm = await dismissAlarm(tx, scope.workplaceId, alarmId);
    if (!alarm) throw notFound('ALARM_NOT_OPEN');
    await publish(tx, scope.workplaceId, 'tracking');
    await publish(tx, scope.workplaceId, 'shipments', alarm.shipment_id ? [alarm.shipment_id] : []);
  });
