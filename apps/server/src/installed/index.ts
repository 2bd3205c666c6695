import {
  type ChannelConnector,
  type ConnectorId,
  type ConnectorManifest,
  manifestFaults,
  type PaymentConnector,
  type SupplierConnector,
} from '@quayside/connector-kit';
import { nameWithoutConnector } from '@quayside/contracts';
import * as channels from './channels.ts';
import * as payments from './payments.ts';
import * as suppliers from './suppliers.ts';

/** Connectors of one kind, by id. It has no keys but theirs, whatever name is looked up. */
export type ById<C> = Readonly<Record<ConnectorId, C>>;

export interface Installed {
  channels: ById<ChannelConnector>;
  suppliers: ById<SupplierConnector>;
  payments: ById<PaymentConnector>;
}

/** Throws where two connectors have the same id or a manifest is unsound. */
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
};

/** What people call a connector, also one that is not installed (any more); its id where nothing better is known. */
export const connectorLabel = (id: ConnectorId): string =>
  (installed.channels[id] ?? installed.suppliers[id] ?? installed.payments[id])?.label ?? nameWithoutConnector(id);

/** The manifests of all connectors, whatever their kind. */
export const manifestsOf = ({ channels, payments, suppliers }: Installed): ConnectorManifest[] => [
  ...Object.values(channels),
  ...Object.values(suppliers),
  ...Object.values(payments),
];
