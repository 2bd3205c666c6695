import { keyFields } from '@quayside/connector-kit';
import { newId, newToken } from '@quayside/kernel';
import { type Executor, json, sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { setUpSupplierJob } from '../jobs/connections.ts';
import {
  addConnection,
  type Connection,
  connectionContext,
  connectionWebhookContext,
  findConnectionTo,
  putSupplierEntry,
} from '../supplier-repo.ts';
import { getSupplierConnector } from './open-supplier.ts';

const keysOf = (deps: Deps, row: Connection): Record<string, string> =>
  deps.vault.open<Record<string, string>>(row.credentials, connectionContext(row.connection_id));

/** Whether two connections use the same supplier account, so that each sees the other's orders. */
export function sameAccess(deps: Deps, one: Connection, other: Connection): boolean {
  if (one.supplier !== other.supplier || one.mode !== other.mode || one.payer !== other.payer) return false;
  if (one.payer === 'wallet') return true;
  const [ours, theirs] = [keysOf(deps, one), keysOf(deps, other)];
  // Compares entered keys; each connection renews its own tokens.
  return keyFields(getSupplierConnector(deps, one.supplier)).every(({ name }) => ours[name] === theirs[name]);
}

/**
 * The connection in another workspace of the account that replaces `row`: an existing one to the same supplier, or a
 * copy with the same credentials. A removed one is copied without them, for its old orders; returns the id.
 */
export async function copySupplier(deps: Deps, tx: Executor, to: WorkplaceScope, row: Connection): Promise<string> {
  const { accountId, workplaceId } = to;
  const known = await findConnectionTo(tx, workplaceId, row.supplier, row.mode);
  if (known) return known.connection_id;
  const connectionId = newId();
  const { label, mode, payer, supplier } = row;
  if (row.status === 'removed') {
    const before = await tx.first<{ connection_id: string }>(sql`select connection_id from supplier_connection
      where workplace_id = ${workplaceId} and supplier = ${supplier} and mode = ${mode} order by created_at desc limit 1`);
    if (before) return before.connection_id;
    const nothing = deps.vault.seal({}, connectionContext(connectionId));
    await tx.run(sql`insert into supplier_connection (workplace_id, connection_id, supplier, label, mode, payer, status, credentials)
      values (${workplaceId}, ${connectionId}, ${supplier}, ${label}, ${mode}, ${payer}, 'removed', ${json(nothing)})`);
    return connectionId;
  }
  await addConnection(tx, {
    workplace_id: workplaceId,
    connection_id: connectionId,
    supplier,
    label,
    mode,
    payer,
    credentials: deps.vault.seal(keysOf(deps, row), connectionContext(connectionId)),
    webhook_secret: deps.vault.seal(newToken(32), connectionWebhookContext(connectionId)),
  });
  await putSupplierEntry(tx, {
    connection_id: connectionId,
    workplace_id: workplaceId,
    account_id: accountId,
    supplier,
    mode,
    webhook_key: newToken(24),
  });
  await deps.queue.send(tx, setUpSupplierJob, { accountId, workplaceId, connectionId });
  await publish(tx, workplaceId, 'suppliers', [connectionId]);
  return connectionId;
}
