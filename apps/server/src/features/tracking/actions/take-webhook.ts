import { ConnectorError, type ConnectorId, type RawWebhook } from '@quayside/connector-kit';
import type { Deps } from '../../../deps.ts';
import { pollServiceJob } from '../jobs/tracking.ts';
import { findEntryByKey, findService, markNumbersDue } from '../repo.ts';
import { openCredentials } from '../service.ts';

/** Numbers that one webhook may name. */
const MOST_NUMBERS = 200;

/**
 * Receives a tracking service's webhook. It is only a hint: its numbers become due, and a job reads them from the
 * service.
 */
export async function takeTrackingWebhook(
  deps: Deps,
  service: ConnectorId,
  key: string,
  raw: RawWebhook,
): Promise<'taken' | 'refused' | 'unknown'> {
  const entry = await deps.db.global((tx) => findEntryByKey(tx, service, key));
  const connector = deps.connectors.trackers[service];
  if (!entry || !connector) return 'unknown';
  const scope = { accountId: entry.account_id, workplaceId: entry.workplace_id };
  const row = await deps.db.read(scope, (ex) => findService(ex, scope.workplaceId, entry.service_id));
  if (!row || row.status === 'removed') return 'unknown';
  const credentials = openCredentials(deps, row) ?? deps.connectors.appCredentials(service, row.mode) ?? {};
  let numbers: string[];
  try {
    ({ numbers } = connector.verifyWebhook(raw, { webhookSecret: connector.webhookSecretOf(credentials) ?? '' }));
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return 'refused';
  }
  await deps.db.tenant(scope, async (tx) => {
    const due = await markNumbersDue(tx, scope.workplaceId, entry.service_id, numbers.slice(0, MOST_NUMBERS));
    const serviceId = entry.service_id;
    if (due > 0) await deps.queue.send(tx, pollServiceJob, { ...scope, serviceId }, { key: serviceId });
  });
  return 'taken';
}
