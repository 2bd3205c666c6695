import { keyFields, type SupplierId } from '@quayside/connector-kit';
import { AppError, newId, newToken, notFound } from '@quayside/kernel';
import { getWorkplace, type Scope, sql } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { publishSessionChange } from '../../../http/session.ts';
import { publish } from '../../../live/publish.ts';
import { setUpSupplierJob } from '../jobs/connections.ts';
import { credentialFaults } from '../rules/credential-fields.ts';
import type { Problem } from '../rules/reachability.ts';
import {
  addConnection,
  type Connection,
  connectionContext,
  connectionWebhookContext,
  findConnection,
  findConnectionTo,
  putSupplierEntry,
  renewConnection,
} from '../supplier-repo.ts';
import { trialContext } from './context.ts';
import { refusal } from './link-store.ts';
import { getSupplierConnector } from './open-supplier.ts';

/** Whether a supplier supports this payer in this mode here, and why not. */
export function checkPayer(
  deps: Deps,
  supplier: SupplierId,
  mode: Mode,
  payer: Connection['payer'],
): Problem | undefined {
  const connector = getSupplierConnector(deps, supplier);
  const params = { name: connector.label };
  if (!deps.connectors.baseUrl(supplier, mode)) return { key: 'SUPPLIER_NOT_IN_MODE', params };
  if (!connector.capabilities.payers.includes(payer)) return { key: 'SUPPLIER_NOT_PAID_SO', params };
  const ours = deps.connectors.appCredentials(supplier, mode);
  if (payer === 'wallet' && !ours && keyFields(connector).length > 0)
    return { key: 'SUPPLIER_NEEDS_OPERATOR_KEY', params };
  return undefined;
}

/** Available modes of a supplier; the sandbox is first only if it is the only one. */
export const getModes = (deps: Deps, supplier: SupplierId): Mode[] =>
  (['live', 'sandbox'] as const).filter((mode) => deps.connectors.baseUrl(supplier, mode) !== undefined);

/**
 * Connects a supplier with the owner's key (paid from their balance there) or ours (paid from the wallet), or replaces
 * an existing key. Throws the reason for people.
 */
export async function connectSupplier(
  deps: Deps,
  scope: Scope,
  input: {
    supplier: SupplierId;
    mode?: Mode;
    payer: Connection['payer'];
    credentials: Record<string, string>;
  },
): Promise<Connection> {
  const { accountId, workplaceId } = getWorkplace(scope);
  const { supplier, payer } = input;
  const connector = getSupplierConnector(deps, supplier);
  const mode = input.mode ?? getModes(deps, supplier)[0] ?? 'live';
  const reason = checkPayer(deps, supplier, mode, payer);
  if (reason) throw new AppError('BAD_REQUEST', reason.key, { params: reason.params ?? {} });
  const fields = credentialFaults(payer === 'wallet' ? [] : keyFields(connector), input.credentials);
  if (Object.keys(fields).length > 0) throw new AppError('UNPROCESSABLE_ENTITY', 'INPUT_INVALID_FIELDS', { fields });
  const { ctx, current } = trialContext(deps, {
    id: supplier,
    mode,
    baseUrl: deps.connectors.baseUrl(supplier, mode) ?? '',
    credentials: input.credentials,
    lends: payer === 'wallet',
  });
  const { accountName } = await connector.verify(ctx).catch((error: unknown) => {
    throw refusal(error, connector.label);
  });
  const label = accountName && payer === 'own-account' ? `${connector.label} (${accountName})` : connector.label;
  return deps.db.tenant(scope, async (tx) => {
    const seal = (id: string) => deps.vault.seal(current(), connectionContext(id));
    const connectionId = newId();
    const added = await addConnection(tx, {
      workplace_id: workplaceId,
      connection_id: connectionId,
      supplier,
      label,
      mode,
      payer,
      credentials: seal(connectionId),
      webhook_secret: deps.vault.seal(newToken(32), connectionWebhookContext(connectionId)),
    });
    if (!added) {
      const known = await findConnectionTo(tx, workplaceId, supplier, mode);
      if (!known) throw notFound('SUPPLIER_NOT_CONNECTED', { name: connector.label });
      const connection_id = known.connection_id;
      await renewConnection(tx, {
        workplace_id: workplaceId,
        connection_id,
        payer,
        label,
        credentials: seal(connection_id),
      });
    } else {
      await putSupplierEntry(tx, {
        connection_id: connectionId,
        workplace_id: workplaceId,
        account_id: accountId,
        supplier,
        mode,
        webhook_key: newToken(24),
      });
    }
    const connection = await findConnectionTo(tx, workplaceId, supplier, mode);
    if (!connection) throw notFound('SUPPLIER_NOT_CONNECTED', { name: connector.label });
    await deps.queue.send(tx, setUpSupplierJob, { accountId, workplaceId, connectionId: connection.connection_id });
    // Sessions from the sandbox end with the first live supplier.
    if (mode === 'live') await publishSessionChange(tx, workplaceId);
    await publish(tx, workplaceId, 'suppliers', [connection.connection_id]);
    return connection;
  });
}

/** Disconnects a supplier, except our own, which every workplace has. */
export async function removeSupplier(deps: Deps, scope: Scope, connectionId: string): Promise<void> {
  const { workplaceId } = getWorkplace(scope);
  await deps.db.tenant(scope, async (tx) => {
    const connection = await findConnection(tx, workplaceId, connectionId);
    if (!connection || connection.status === 'removed') throw notFound('SUPPLIER_NOT_CONNECTED', { name: '' });
    if (deps.connectors.suppliers[connection.supplier]?.isBuiltIn) throw new AppError('BAD_REQUEST', 'SUPPLIER_STAYS');
    const nothing = JSON.stringify(deps.vault.seal({}, connectionContext(connectionId)));
    await tx.run(sql`update supplier_connection set status = 'removed', credentials = ${nothing}::jsonb
      where workplace_id = ${workplaceId} and connection_id = ${connectionId}`);
    await tx.run(sql`update supplier_directory set active = false where connection_id = ${connectionId}`);
    await publish(tx, workplaceId, 'suppliers', [connectionId]);
  });
}
