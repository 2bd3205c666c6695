import {
  type ChannelConnector,
  type ConnectorId,
  type ConnectorManifest,
  manifestFaults,
  type PaymentConnector,
  type SupplierConnector,
  type TrackingConnector,
} from '@quayside/connector-kit';
import { nameWithoutConnector } from '@quayside/contracts';
import * as channels from './channels.ts';
import * as payments from './payments.ts';
import * as suppliers from './suppliers.ts';
import * as trackers from './trackers.ts';

/** Connectors of one kind by id, without a prototype, so that no other name resolves. */
export type ById<C> = Readonly<Record<ConnectorId, C>>;

export interface Installed {
  channels: ById<ChannelConnector>;
  suppliers: ById<SupplierConnector>;
  payments: ById<PaymentConnector>;
  trackers: ById<TrackingConnector>;
}

/** Throws for duplicate ids and invalid manifests. */
export function byId<C extends ConnectorManifest>(connectors: readonly C[]): ById<C> {
  const all: Record<ConnectorId, C> = Object.create(null);
  for (const connector of connectors) {
    const [fault] = manifestFaults(connector);
    if (fault) throw new Error(fault);
    if (all[connector.id]) throw new Error(`Duplicate connector id: ${connector.id}.`);
    all[connector.id] = connector;
  }
  return all;
}

/** Every connector of this installation. */
export const installed: Installed = {
  channels: byId<ChannelConnector>(Object.values(channels)),
  suppliers: byId<SupplierConnector>(Object.values(suppliers)),
  payments: byId<PaymentConnector>(Object.values(payments)),
  trackers: byId<TrackingConnector>(Object.values(trackers)),
};

/** Display name of a connector, even if no longer installed; default: its id. */
export const connectorLabel = (id: ConnectorId): string =>
  (installed.channels[id] ?? installed.suppliers[id] ?? installed.payments[id] ?? installed.trackers[id])?.label ??
  nameWithoutConnector(id);

/** The manifests of all connectors. */
export const getManifests = ({ channels, payments, suppliers, trackers }: Installed): ConnectorManifest[] => [
  ...Object.values(channels),
  ...Object.values(suppliers),
  ...Object.values(payments),
  ...Object.values(trackers),
];
