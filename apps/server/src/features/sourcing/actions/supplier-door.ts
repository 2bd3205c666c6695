import {
  type ConnectorContext,
  ConnectorError,
  type SupplierConnector,
  type SupplierId,
} from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { Scope } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { operatorSupplier, problemOf, withSupplier } from '../../connections/index.ts';

export interface Door {
  connector: SupplierConnector;
  ctx: ConnectorContext;
  /** Whose prices these are: everybody's, or one owner's account. */
  askedAs: string;
}

/**
 * Asks a supplier: as this installation where its catalogue is open to us, else by the workplace's connection. What goes
 * wrong is told in words for a person; the connector's own error stays the cause.
 */
export async function askSupplier<T>(
  deps: Deps,
  scope: Scope,
  source: SupplierId,
  mode: Mode,
  work: (door: Door) => Promise<T>,
): Promise<T> {
  const open = deps.connectors.suppliers[source]?.capabilities.feed ? operatorSupplier(deps, source, mode) : undefined;
  const label = deps.connectors.suppliers[source]?.label ?? source;
  try {
    if (open) return await work({ ...open, askedAs: 'operator' });
    return await withSupplier(deps, scope, { supplier: source, mode }, ({ connection, connector, ctx }) =>
      work({
        connector,
        ctx,
        askedAs: connection.payer === 'wallet' ? 'operator' : connection.connection_id,
      }),
    );
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const { key, params } = problemOf(error, label);
    throw new AppError('BAD_REQUEST', key, { params, cause: error });
  }
}
