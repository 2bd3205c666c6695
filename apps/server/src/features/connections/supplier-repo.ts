import type { SupplierId } from '@quayside/connector-kit';
import { type Executor, json, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';
import type { Sealed } from '../../vault/vault.ts';
import type { Problem } from './rules/reachability.ts';

export interface Connection {
  workplace_id: string;
  connection_id: string;
  supplier: SupplierId;
  label: string;
  mode: Mode;
  payer: 'wallet' | 'own-account';
  status: 'active' | 'needs_reconnect' | 'removed';
  credentials: Sealed;
  webhook_secret: Sealed | null;
  last_error: Problem | null;
  last_synced_at: string | null;
  /** Waiting for the owner's confirmation: reads are allowed, placing and paying are not. */
  suspended_at: string | null;
  created_at: string;
}

export const connectionContext = (connectionId: string): string => `supplier:${connectionId}`;
export const connectionWebhookContext = (connectionId: string): string => `supplier:${connectionId}:webhook`;

export const findConnections = (ex: Executor, workplaceId: string, ids: readonly string[]): Promise<Connection[]> =>
  ex.rows<Connection>(
    sql`select * from supplier_connection where workplace_id = ${workplaceId} and connection_id = any(${[...ids]}::uuid[])`,
  );

export const findConnection = (
  ex: Executor,
  workplaceId: string,
  connectionId: string,
): Promise<Connection | undefined> =>
  ex.first<Connection>(
    sql`select * from supplier_connection where workplace_id = ${workplaceId} and connection_id = ${connectionId}`,
  );

export const findConnectionTo = (
  ex: Executor,
  workplaceId: string,
  supplier: SupplierId,
  mode: Mode,
): Promise<Connection | undefined> =>
  ex.first<Connection>(sql`select * from supplier_connection where workplace_id = ${workplaceId}
    and supplier = ${supplier} and mode = ${mode} and status <> 'removed'`);

export const listConnections = (ex: Executor, workplaceId: string): Promise<Connection[]> =>
  ex.rows<Connection>(sql`select * from supplier_connection where workplace_id = ${workplaceId} and status <> 'removed'
    order by created_at, connection_id`);

export type NewConnection = Pick<
  Connection,
  'workplace_id' | 'connection_id' | 'supplier' | 'label' | 'mode' | 'payer' | 'credentials' | 'webhook_secret'
>;

/** Inserts a connection unless the workplace has one to this supplier in this mode; returns whether it did. */
export async function addConnection(tx: Executor, row: NewConnection): Promise<boolean> {
  const added =
    await tx.run(sql`insert into supplier_connection (workplace_id, connection_id, supplier, label, mode, payer, status, credentials, webhook_secret)
    values (${row.workplace_id}, ${row.connection_id}, ${row.supplier}, ${row.label}, ${row.mode}, ${row.payer}, 'active',
      ${json(row.credentials)}, ${json(row.webhook_secret)})
    on conflict (workplace_id, supplier, mode) where status <> 'removed' do nothing`);
  return added > 0;
}

export async function renewConnection(
  tx: Executor,
  row: Pick<Connection, 'workplace_id' | 'connection_id' | 'payer' | 'credentials' | 'label'>,
): Promise<void> {
  await tx.run(sql`update supplier_connection set status = 'active', payer = ${row.payer}, label = ${row.label},
      credentials = ${json(row.credentials)}, last_error = null
    where workplace_id = ${row.workplace_id} and connection_id = ${row.connection_id}`);
}

export async function putSupplierEntry(
  tx: Executor,
  entry: {
    connection_id: string;
    workplace_id: string;
    account_id: string;
    supplier: string;
    mode: Mode;
    webhook_key: string;
  },
): Promise<void> {
  await tx.run(sql`insert into supplier_directory (connection_id, workplace_id, account_id, supplier, mode, webhook_key)
    values (${entry.connection_id}, ${entry.workplace_id}, ${entry.account_id}, ${entry.supplier}, ${entry.mode}, ${entry.webhook_key})
    on conflict (connection_id) do nothing`);
}
