import {
  type ConnectorContext,
  ConnectorError,
  type SupplierConnector,
  type SupplierId,
} from '@quayside/connector-kit';
import { AppError, newId, newToken, notFound } from '@quayside/kernel';
import { type Executor, getWorkplace, type Scope } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { connectorLabel } from '../../../installed/index.ts';
import { setUpSupplierJob } from '../jobs/connections.ts';
import { toProblem } from '../rules/connector-problem.ts';
import {
  addConnection,
  type Connection,
  connectionContext,
  connectionWebhookContext,
  findConnection,
  findConnectionTo,
  putSupplierEntry,
} from '../supplier-repo.ts';
import { createContext, trialContext } from './context.ts';
import { noteSupplierError } from './note-store-error.ts';

export interface OpenSupplier {
  connection: Connection;
  connector: SupplierConnector;
  ctx: ConnectorContext;
}

export function getSupplierConnector(deps: Deps, supplier: SupplierId): SupplierConnector {
  const connector = deps.connectors.suppliers[supplier];
  if (!connector) throw notFound('SUPPLIER_NOT_OFFERED', { supplier });
  return connector;
}

/** Suppliers of every workspace in a mode, with our credentials and paid from the wallet. */
export const builtInSuppliers = (deps: Deps, mode: Mode): SupplierConnector[] =>
  Object.values(deps.connectors.suppliers).filter((one) => one.isBuiltIn && deps.connectors.baseUrl(one.id, mode));

/** Connects a workspace to the built-in suppliers. Idempotent. */
export async function ensureBuiltInSuppliers(deps: Deps, tx: Executor, scope: Scope, mode: Mode): Promise<void> {
  for (const connector of builtInSuppliers(deps, mode)) await ensureBuiltIn(deps, tx, scope, mode, connector);
}

async function ensureBuiltIn(
  deps: Deps,
  tx: Executor,
  scope: Scope,
  mode: Mode,
  { id: supplier, label }: SupplierConnector,
): Promise<void> {
  const { accountId, workplaceId } = getWorkplace(scope);
  if (await findConnectionTo(tx, workplaceId, supplier, mode)) return;
  const connectionId = newId();
  const added = await addConnection(tx, {
    workplace_id: workplaceId,
    connection_id: connectionId,
    supplier,
    label,
    mode,
    payer: 'wallet',
    credentials: deps.vault.seal({}, connectionContext(connectionId)),
    webhook_secret: deps.vault.seal(newToken(32), connectionWebhookContext(connectionId)),
  });
  if (!added) return;
  await putSupplierEntry(tx, {
    connection_id: connectionId,
    workplace_id: workplaceId,
    account_id: accountId,
    supplier,
    mode,
    webhook_key: newToken(24),
  });
  // In the sandbox the connection watch does this, because our URL may change at each start.
  if (mode === 'live') await deps.queue.send(tx, setUpSupplierJob, { accountId, workplaceId, connectionId });
}

export function supplierWithConnector(deps: Deps, scope: Scope, connection: Connection): OpenSupplier {
  const connector = getSupplierConnector(deps, connection.supplier);
  const baseUrl = deps.connectors.baseUrl(connection.supplier, connection.mode);
  if (!baseUrl) throw new AppError('BAD_REQUEST', 'SUPPLIER_NOT_OFFERED', { params: { supplier: connector.label } });
  const kept = {
    scope: getWorkplace(scope),
    table: 'supplier_connection' as const,
    id: connection.connection_id,
    context: connectionContext(connection.connection_id),
  };
  return {
    connection,
    connector,
    ctx: createContext(deps, {
      id: connection.supplier,
      mode: connection.mode,
      baseUrl,
      kept,
      sealed: connection.credentials,
      lends: connection.payer === 'wallet',
    }),
  };
}

/** A connection by id, by supplier, or already read. */
type Wanted =
  | { connectionId: string }
  | { supplier: SupplierId; mode: Mode }
  | { connection: Connection | undefined; supplier: SupplierId };

async function readConnection(deps: Deps, scope: Scope, wanted: Wanted): Promise<Connection | undefined> {
  const { workplaceId } = getWorkplace(scope);
  if ('connection' in wanted) return wanted.connection;
  if ('connectionId' in wanted)
    return deps.db.read(scope, (ex) => findConnection(ex, workplaceId, wanted.connectionId));
  const { supplier, mode } = wanted;
  const known = await deps.db.read(scope, (ex) => findConnectionTo(ex, workplaceId, supplier, mode));
  const connector = builtInSuppliers(deps, mode).find((one) => one.id === supplier);
  if (known || !connector) return known;
  return deps.db.tenant(scope, async (tx) => {
    await ensureBuiltIn(deps, tx, scope, mode, connector);
    return findConnectionTo(tx, workplaceId, supplier, mode);
  });
}

/** Whether the supplier is connected only in the other mode. */
async function inTheOtherMode(
  deps: Deps,
  scope: Scope,
  wanted: { supplier: SupplierId; mode: Mode },
): Promise<boolean> {
  const { workplaceId } = getWorkplace(scope);
  const mode = wanted.mode === 'live' ? 'sandbox' : 'live';
  const other = await deps.db.read(scope, (ex) => findConnectionTo(ex, workplaceId, wanted.supplier, mode));
  return other !== undefined;
}

/**
 * A supplier connection with its context. Throws SUPPLIER_NOT_CONNECTED, SANDBOX_AND_LIVE_MIXED when connected only in
 * the other mode, or SUPPLIER_NEEDS_RECONNECT for rejected credentials.
 */
export async function openSupplier(deps: Deps, scope: Scope, wanted: Wanted): Promise<OpenSupplier> {
  const connection = await readConnection(deps, scope, wanted);
  const supplier = 'supplier' in wanted ? wanted.supplier : (connection?.supplier ?? '');
  const name = connectorLabel(supplier);
  if (!connection || connection.status === 'removed') {
    const other = 'mode' in wanted && (await inTheOtherMode(deps, scope, wanted));
    throw new AppError('BAD_REQUEST', other ? 'SANDBOX_AND_LIVE_MIXED' : 'SUPPLIER_NOT_CONNECTED', {
      params: { name },
    });
  }
  if (connection.status === 'needs_reconnect')
    throw new AppError('BAD_REQUEST', 'SUPPLIER_NEEDS_RECONNECT', { params: { name: connection.label } });
  return supplierWithConnector(deps, scope, connection);
}

/** As withStore, for a supplier. */
export async function withSupplier<T>(
  deps: Deps,
  scope: Scope,
  wanted: Wanted,
  work: (open: OpenSupplier) => Promise<T>,
): Promise<T> {
  const open = await openSupplier(deps, scope, wanted);
  try {
    const result = await work(open);
    if (open.connection.last_error) await noteSupplierError(deps, scope, open.connection.connection_id, undefined);
    return result;
  } catch (error) {
    if (error instanceof ConnectorError) {
      const problem = toProblem(error, open.connection.label);
      if (problem.needsPerson) await noteSupplierError(deps, scope, open.connection.connection_id, problem);
    }
    throw error;
  }
}

/**
 * A supplier with the operator's credentials, for work outside of workspaces (reading a catalog). undefined if
 * unavailable in this mode.
 */
export function operatorSupplier(
  deps: Deps,
  supplier: SupplierId,
  mode: Mode,
): { connector: SupplierConnector; ctx: ConnectorContext } | undefined {
  const connector = deps.connectors.suppliers[supplier];
  const baseUrl = deps.connectors.baseUrl(supplier, mode);
  if (!connector || !baseUrl) return undefined;
  const { ctx } = trialContext(deps, { id: supplier, mode, baseUrl, credentials: {}, lends: true });
  return { connector, ctx };
}
