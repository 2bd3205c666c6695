import type { StoreMetafieldDefinition } from '@quayside/connector-kit';
import type { MessageParams } from '@quayside/kernel';
import { type Executor, json, sql } from '../../db/index.ts';

export interface ListRow {
  store_id: string;
  asked_at: string | null;
  read_at: string | null;
  fault: string | null;
  fault_params: MessageParams;
}

export interface DefinitionRow {
  store_id: string;
  namespace: string;
  key: string;
  name: string;
  description: string;
  type: string;
  validations: { name: string; value: string }[];
  is_writable: boolean;
}

export const findLists = (ex: Executor, workplaceId: string): Promise<ListRow[]> =>
  ex.rows(sql`select store_id, asked_at, read_at, fault, fault_params from metafield_list
    where workplace_id = ${workplaceId}`);

/** Definitions of some stores, by name. */
export const findDefinitions = (
  ex: Executor,
  workplaceId: string,
  storeIds: readonly string[],
): Promise<DefinitionRow[]> =>
  ex.rows(sql`select store_id, namespace, key, name, description, type, validations, is_writable from metafield_definition
    where workplace_id = ${workplaceId} and store_id = any(${[...storeIds]}::uuid[]) order by lower(name), namespace, key`);

/** Notes that a read was asked for. */
export const noteAsked = (tx: Executor, workplaceId: string, storeId: string): Promise<number> =>
  tx.run(sql`insert into metafield_list (workplace_id, store_id, asked_at) values (${workplaceId}, ${storeId}, now())
    on conflict (workplace_id, store_id) do update set asked_at = excluded.asked_at`);

/** Replaces the definitions of a store in three statements, however many they are. */
export async function saveDefinitions(
  tx: Executor,
  workplaceId: string,
  storeId: string,
  all: readonly StoreMetafieldDefinition[],
): Promise<void> {
  const rows = all.map(({ isWritable, ...one }) => ({ ...one, is_writable: isWritable }));
  await tx.run(sql`insert into metafield_list (workplace_id, store_id, read_at) values (${workplaceId}, ${storeId}, now())
    on conflict (workplace_id, store_id) do update set read_at = excluded.read_at, asked_at = null, fault = null,
      fault_params = '{}'`);
  await tx.run(sql`delete from metafield_definition where workplace_id = ${workplaceId} and store_id = ${storeId}
    and not (namespace, key) in (select r.namespace, r.key
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(namespace text, key text))`);
  await tx.run(sql`insert into metafield_definition (workplace_id, store_id, namespace, key, name, description, type,
      validations, is_writable)
    select ${workplaceId}, ${storeId}, r.namespace, r.key, r.name, r.description, r.type, r.validations, r.is_writable
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(namespace text, key text, name text, description text,
      type text, validations jsonb, is_writable boolean)
    on conflict (workplace_id, store_id, namespace, key) do update set name = excluded.name,
      description = excluded.description, type = excluded.type, validations = excluded.validations,
      is_writable = excluded.is_writable`);
}

export const noteFault = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  { key, params }: { key: string; params: MessageParams },
): Promise<number> =>
  tx.run(sql`update metafield_list set asked_at = null, fault = ${key}, fault_params = ${json(params)}
    where workplace_id = ${workplaceId} and store_id = ${storeId}`);
