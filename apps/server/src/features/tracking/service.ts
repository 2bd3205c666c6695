import {
  type ConnectorContext,
  ConnectorError,
  type ConnectorId,
  type TrackingConnector,
} from '@quayside/connector-kit';
import { AppError, notFound } from '@quayside/kernel';
import type { WorkplaceScope } from '../../db/index.ts';
import { type Deps, getHttp, type Mode } from '../../deps.ts';
import { publish } from '../../live/publish.ts';
import { effectGuard } from '../../sending/index.ts';
import { findService, noteServiceError, type ServiceRow, serviceContext } from './repo.ts';

export interface OpenService {
  row: ServiceRow;
  connector: TrackingConnector;
  ctx: ConnectorContext;
}

export function getTracker(deps: Deps, service: ConnectorId): TrackingConnector {
  const connector = deps.connectors.trackers[service];
  if (!connector) throw notFound('TRACKING_SERVICE_NOT_OFFERED', { service });
  return connector;
}

/** A service's context with given credentials; without them, with this installation's. */
export function serviceContextOf(
  deps: Deps,
  scope: WorkplaceScope,
  input: { service: ConnectorId; mode: Mode; credentials: Record<string, string> | undefined; storeId?: string },
): ConnectorContext {
  const baseUrl = deps.connectors.baseUrl(input.service, input.mode);
  if (!baseUrl) throw notFound('TRACKING_SERVICE_NOT_OFFERED', { service: input.service });
  return {
    http: getHttp(deps, input.mode, input.service),
    clock: deps.clock,
    baseUrl,
    credentials: input.credentials ?? deps.connectors.appCredentials(input.service, input.mode) ?? {},
    saveCredentials: async () => undefined,
    beforeEffect: effectGuard(deps, scope, {
      workplaceId: scope.workplaceId,
      ...(input.storeId ? { storeId: input.storeId } : {}),
    }),
  };
}

export const openCredentials = (deps: Deps, row: ServiceRow): Record<string, string> | undefined =>
  row.credentials ? deps.vault.open(row.credentials, serviceContext(row.service_id)) : undefined;

/**
 * Runs work with a workplace's service. Throws TRACKING_SERVICE_OFF and TRACKING_NEEDS_KEY; a refused key and a used-up
 * plan are recorded. `registers`: success shows that the plan has room again, which reading parcels does not.
 */
export async function withService<T>(
  deps: Deps,
  scope: WorkplaceScope,
  ask: { serviceId: string; storeId?: string; registers?: boolean },
  work: (open: OpenService) => Promise<T>,
): Promise<T> {
  const { workplaceId } = scope;
  const row = await deps.db.read(scope, (ex) => findService(ex, workplaceId, ask.serviceId));
  if (!row || row.status === 'removed') throw new AppError('BAD_REQUEST', 'TRACKING_SERVICE_OFF');
  const connector = getTracker(deps, row.service);
  if (row.status === 'needs_key')
    throw new AppError('BAD_REQUEST', 'TRACKING_NEEDS_KEY', { params: { name: connector.label } });
  const { service, mode } = row;
  const credentials = openCredentials(deps, row);
  const ctx = serviceContextOf(deps, scope, {
    service,
    mode,
    credentials,
    ...(ask.storeId ? { storeId: ask.storeId } : {}),
  });
  const note = (key: string | undefined, needsKey: boolean): Promise<void> =>
    deps.db.tenant(scope, async (tx) => {
      const problem = key ? { key, params: { name: connector.label } } : null;
      if ((await noteServiceError(tx, workplaceId, row, problem, needsKey)) > 0)
        await publish(tx, workplaceId, 'tracking', [row.service_id]);
    });
  try {
    const result = await work({ row, connector, ctx });
    if (row.last_error && ask.registers) await note(undefined, false);
    return result;
  } catch (error) {
    if (error instanceof ConnectorError && error.kind === 'auth') await note('TRACKING_NEEDS_KEY', true);
    if (error instanceof ConnectorError && error.code === 'quota_used_up') await note('TRACKING_QUOTA_USED_UP', false);
    throw error;
  }
}
