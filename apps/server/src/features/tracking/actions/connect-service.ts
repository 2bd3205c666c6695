import { ConnectorError, type ConnectorId, keyFields } from '@quayside/connector-kit';
import { AppError, newId, newToken, notFound } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { resumeEffects } from '../../../jobs/effect/resume.ts';
import { publish } from '../../../live/publish.ts';
import { credentialFaults } from '../../connections/index.ts';
import { pollServiceJob, TRACK_NUMBER_JOB } from '../jobs/tracking.ts';
import {
  endService,
  insertService,
  listServices,
  lockServiceOfMode,
  ofService,
  REGISTRATION,
  renewService,
  serviceContext,
} from '../repo.ts';
import { getTracker, serviceContextOf } from '../service.ts';

export interface ServiceChoice {
  service: ConnectorId;
  mode: Mode;
  /** Absent: this installation's key. */
  credentials?: Record<string, string>;
}

/** Follows a workplace's parcels of a mode with a service, in place of the one before. Throws the reason for people. */
export async function connectService(deps: Deps, scope: WorkplaceScope, choice: ServiceChoice): Promise<void> {
  const { workplaceId } = scope;
  const { service, mode, credentials } = choice;
  const connector = getTracker(deps, service);
  const params = { name: connector.label };
  if (!credentials && !deps.connectors.appCredentials(service, mode))
    throw new AppError('UNPROCESSABLE_ENTITY', 'TRACKING_NEEDS_OWN_KEY', {
      params,
      fields: { 'credentials.apiKey': ['INPUT_REQUIRED'] },
    });
  const fields = credentials ? credentialFaults(keyFields(connector), credentials) : {};
  if (Object.keys(fields).length > 0) throw new AppError('UNPROCESSABLE_ENTITY', 'INPUT_INVALID_FIELDS', { fields });
  try {
    await connector.verify(serviceContextOf(deps, scope, { service, mode, credentials }));
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    if (error.kind === 'auth')
      throw new AppError('UNPROCESSABLE_ENTITY', 'TRACKING_KEY_REFUSED', {
        params,
        fields: { 'credentials.apiKey': ['TRACKING_KEY_REFUSED'] },
      });
    throw new AppError('BAD_REQUEST', 'TRACKING_SERVICE_DOWN', { params });
  }
  const connected = await deps.db.tenant(scope, async (tx) => {
    const before = await lockServiceOfMode(tx, workplaceId, mode);
    const serviceId = before?.service === service ? before.service_id : newId();
    const sealed = credentials ? deps.vault.seal(credentials, serviceContext(serviceId)) : null;
    if (before?.service === service) {
      await renewService(tx, workplaceId, { service_id: serviceId, credentials: sealed });
    } else {
      if (before) await endService(tx, workplaceId, before.service_id);
      await insertService(tx, scope, { service_id: serviceId, service, mode, credentials: sealed }, newToken(24));
    }
    await markOpenWork(tx, scope);
    await deps.queue.send(tx, pollServiceJob, { ...scope, serviceId });
    await publish(tx, workplaceId, 'tracking', [serviceId]);
    return serviceId;
  });
  const registrations = { row: REGISTRATION, job: TRACK_NUMBER_JOB };
  await resumeEffects(deps, scope, [registrations], ofService(connected));
}

/** Stops following all parcels of a workspace that is being deleted. */
export async function endServices(deps: Deps, scope: WorkplaceScope): Promise<void> {
  await deps.db.tenant(scope, async (tx) => {
    for (const row of await listServices(tx, scope.workplaceId))
      await endService(tx, scope.workplaceId, row.service_id);
  });
}

/** Stops following parcels of a mode with a service; the supplier's own tracking remains. */
export async function removeService(deps: Deps, scope: WorkplaceScope, mode: Mode): Promise<void> {
  await deps.db.tenant(scope, async (tx) => {
    const row = await lockServiceOfMode(tx, scope.workplaceId, mode);
    if (!row) throw notFound('TRACKING_SERVICE_OFF');
    await endService(tx, scope.workplaceId, row.service_id);
    await publish(tx, scope.workplaceId, 'tracking', [row.service_id]);
  });
}
