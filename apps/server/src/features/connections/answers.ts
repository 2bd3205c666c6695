import type { ConnectorId } from '@quayside/connector-kit';
import type { ConnectedStore, SupplierConnection } from '@quayside/contracts';
import { isMessage, say } from '../../http/messages.ts';
import { connectorLabel, installed } from '../../installed/index.ts';
import { endsSoon } from './rules/access-end.ts';
import { POLL_SECONDS } from './rules/order-intake.ts';
import type { Problem } from './rules/reachability.ts';
import type { Store } from './store-repo.ts';
import type { Connection } from './supplier-repo.ts';

/** A saved problem in the requested language; parameters that are message keys are translated. */
export function problemAnswer(locale: string, problem: Problem | null | undefined) {
  if (!problem) return null;
  const params = Object.fromEntries(
    Object.entries(problem.params ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' && name === 'reason' && isMessage(value) ? say(locale, value, problem.params) : value,
    ]),
  );
  return { key: problem.key, params, text: say(locale, problem.key, params) };
}

/** Problem of a row without an installed connector: nothing is read or sent. */
const notInstalled = (id: ConnectorId): Problem => ({
  key: 'CONNECTOR_NOT_INSTALLED',
  params: { name: connectorLabel(id) },
});

const stockLocation = (store: Store): ConnectedStore['stock_location'] =>
  store.stock_location_id === null
    ? null
    : { name: store.stock_location_name ?? store.stock_location_id, state: store.stock_location_state };

export const storeAnswer = (store: Store, locale: string): ConnectedStore => ({
  id: store.store_id,
  workplace_id: store.workplace_id,
  platform: store.platform,
  platform_domain: store.platform_domain,
  store_name: store.store_name,
  status: store.status,
  currency: store.currency,
  is_default: store.is_default,
  moving: store.moving,
  is_sandbox: store.mode === 'sandbox',
  plan_name: store.plan_name,
  owner_name: store.owner_name,
  owner_email: store.owner_email,
  owner_id: store.account_id,
  country: store.country,
  time_zone: store.time_zone,
  base_url: store.base_url,
  missing_scopes: store.missing_scopes,
  keys_since: store.keys_since,
  access_ends_at: store.access_ends_at,
  access_ends_soon: store.status !== 'uninstalled' && endsSoon(store.access_ends_at, Date.now()),
  problem: problemAnswer(locale, installed.channels[store.platform] ? store.last_error : notInstalled(store.platform)),
  orders_by: store.orders_by,
  orders_by_reason: problemAnswer(locale, store.orders_by_reason),
  poll_seconds: POLL_SECONDS[store.orders_by],
  last_webhook_at: store.last_webhook_at,
  webhooks_restored_at: store.metadata.webhooks_restored_at ?? null,
  last_polled_at: store.last_polled_at,
  metadata: { external_channels: (store.metadata.publications?.items ?? []).map((item) => item.handle) },
  stock_location: stockLocation(store),
  created_at: store.created_at,
});

export const connectionAnswer = (connection: Connection, locale: string): SupplierConnection => ({
  connection_id: connection.connection_id,
  supplier: connection.supplier,
  label: connection.label,
  mode: connection.mode,
  payer: connection.payer,
  status: connection.status,
  removable: !installed.suppliers[connection.supplier]?.isBuiltIn,
  problem: problemAnswer(
    locale,
    installed.suppliers[connection.supplier] ? connection.last_error : notInstalled(connection.supplier),
  ),
  last_synced_at: connection.last_synced_at,
  created_at: connection.created_at,
});
