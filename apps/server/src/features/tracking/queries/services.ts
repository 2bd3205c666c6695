import { keyFields } from '@quayside/connector-kit';
import type { TrackingServices } from '@quayside/contracts';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { callBase, fieldAnswer, problemAnswer } from '../../connections/index.ts';
import { findEntries, listServices } from '../repo.ts';

/** Tracking services to choose from, and those that follow the workplace's parcels. */
export async function trackingServices(deps: Deps, scope: WorkplaceScope, locale: string): Promise<TrackingServices> {
  const rows = await deps.db.read(scope, (ex) => listServices(ex, scope.workplaceId));
  const entries = await deps.db.global((tx) =>
    findEntries(
      tx,
      rows.map((row) => row.service_id),
    ),
  );
  const keys = new Map(entries.map((entry) => [entry.service_id, entry.webhook_key]));
  const { appUrl, ownUrl } = deps.config;
  const urlOf = (mode: 'live' | 'sandbox', path: string): string | null => {
    const way = callBase({ appUrl, ownUrl, mode, needsHttps: true, purpose: 'webhooks' });
    return 'base' in way ? `${way.base}${path}` : null;
  };
  return {
    services: rows.map((row) => ({
      service: row.service,
      mode: row.mode,
      needs_key: row.status === 'needs_key',
      own_key: row.credentials !== null,
      problem: problemAnswer(locale, row.last_error),
      webhook_url: urlOf(row.mode, `/webhooks/tracking/${row.service}/${keys.get(row.service_id) ?? ''}`),
    })),
    offers: (['live', 'sandbox'] as const).flatMap((mode) =>
      Object.values(deps.connectors.trackers)
        .filter((one) => deps.connectors.baseUrl(one.id, mode) !== undefined)
        .map((one) => ({
          service: one.id,
          label: one.label,
          homepage: one.homepage ?? null,
          mode,
          has_installation_key: deps.connectors.appCredentials(one.id, mode) !== undefined,
          fields: keyFields(one).map(fieldAnswer),
        })),
    ),
  };
}
