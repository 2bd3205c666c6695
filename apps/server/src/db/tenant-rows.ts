import sql from 'sql-template-tag';
import type { Executor } from './executor.ts';

/** A table with tenant rows, from the catalog. */
export interface TenantTable {
  name: string;
  columns: string[];
  /** Has row-level security; a directory without it is global. */
  walled: boolean;
  key: { name: string; type: string }[];
  /** bytea columns: hashes of tokens. */
  bytes: string[];
  /** Tables referenced by foreign keys. */
  pointsTo: string[];
}

/** Every table with a tenant column, referencing tables first: the order for deleting rows. */
export async function tenantTables(ex: Executor): Promise<TenantTable[]> {
  const tables = await ex.rows<TenantTable>(sql`
    select c.relname as name, c.relrowsecurity as walled,
      array(select attname::text from pg_attribute a where a.attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
      array(select attname::text from pg_attribute a where a.attrelid = c.oid and attnum > 0 and not attisdropped
        and atttypid = 'bytea'::regtype) as bytes,
      coalesce((select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by k.place)
        from pg_index i cross join unnest(i.indkey::int2[]) with ordinality k(attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary), '[]') as key,
      array(select distinct t.relname::text from pg_constraint f join pg_class t on t.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as "pointsTo"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and exists (select from pg_attribute a
      where a.attrelid = c.oid and attname in ('account_id', 'workplace_id') and not attisdropped)
    order by c.relname`);
  const ordered: TenantTable[] = [];
  const waiting = new Set(tables);
  while (waiting.size > 0) {
    const free = [...waiting].filter(
      ({ name }) => ![...waiting].some((other) => other.name !== name && other.pointsTo.includes(name)),
    );
    if (free.length === 0)
      throw new Error(`foreign keys form a cycle: ${[...waiting].map(({ name }) => name).join(', ')}`);
    for (const table of free) {
      ordered.push(table);
      waiting.delete(table);
    }
  }
  return ordered;
}

/** Never exported, encrypted or not. */
const SECRET = new Set([
  'credentials',
  'webhook_secret',
  'secret',
  'password_hash',
  'carried',
  'hash_key',
  'address_hash',
  'ids_hash',
]);
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A page of a tenant's rows in key order, after the given keys. */
export async function tenantPage(
  ex: Executor,
  table: TenantTable,
  column: 'account_id' | 'workplace_id',
  tenant: string,
  after: readonly string[] | undefined,
  limit: number,
): Promise<{ row: Record<string, unknown>; place: string[] }[]> {
  const keys = table.key.map(({ name }) => quoted(name));
  const hidden = table.columns.filter((name) => SECRET.has(name) || table.bytes.includes(name));
  const casts = table.key.map(({ type }, at) => `$${at + 3}::text::${type}`);
  const beyond = after ? `and (${keys.join(', ')}) > (${casts.join(', ')})` : '';
  const { rows } = await ex.raw(
    `select to_jsonb(t) - $2::text[] as "row", array[${keys.map((key) => `t.${key}::text`).join(', ')}] as place
      from ${quoted(table.name)} t where ${quoted(column)} = $1 ${beyond} order by ${keys.join(', ')} limit ${limit}`,
    [tenant, hidden, ...(after ?? [])],
  );
  return rows as unknown as { row: Record<string, unknown>; place: string[] }[];
}
