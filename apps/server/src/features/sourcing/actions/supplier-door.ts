import {
  type ConnectorContext,
  ConnectorError,
  type SupplierConnector,
  type SupplierId,
} from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { Scope } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { operatorSupplier, toProblem, withSupplier } from '../../connections/index.ts';

export interface Door {
  connector: SupplierConnector;
  ctx: ConnectorContext;
  /** Price scope: global, or a single account. */
  askedAs: string;
}

/**
 * Calls a supplier: as this installation if its catalog is open to us, else with the workplace's connection. Errors
 * become messages for people, with the connector's error as the cause.
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
    const { key, params } = toProblem(error, label);
    throw new AppError('BAD_REQUEST', key, { params, cause: error });
  }
}
