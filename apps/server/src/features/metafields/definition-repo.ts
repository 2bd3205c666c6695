import type { StoreMetafieldDefinition } from '@quayside/connector-kit';
import { type Executor, sql } from '../../db/index.ts';

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

/** Definitions of some stores, by name. */
export const findDefinitions = (
  ex: Executor,
  workplaceId: string,
  storeIds: readonly string[],
): Promise<DefinitionRow[]> =>
  ex.rows(sql`select store_id, namespace, key, name, description, type, validations, is_writable from metafield_definition
    where workplace_id = ${workplaceId} and store_id = any(${[...storeIds]}::uuid[]) order by lower(name), namespace, key`);

/** Replaces the definitions of a store in two statements, however many they are. */
export async function replaceDefinitions(
  tx: Executor,
  workplaceId: string,
  storeId: string,
  all: readonly StoreMetafieldDefinition[],
): Promise<void> {
  const rows = all.map(({ isWritable, ...one }) => ({ ...one, is_writable: isWritable }));
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
