import { createHash } from 'node:crypto';
import pg from 'pg';
import { withoutTriggers } from '../db/without-triggers.ts';

/** A table that belongs to tenants, as the catalogue has it. */
export interface TenantTable {
  name: string;
  /** The column that its policy compares. */
  column: 'workplace_id' | 'account_id';
}

export interface Tenant {
  accountId: string;
  workplaceId: string;
}

type Row = Record<string, unknown>;
/** Values that generated rows take instead of made-up ones: of a table's column, or wherever a column needs a value. */
export interface Samples {
  tables?: Record<string, Row>;
  columns?: Row;
  /** Also one row in each global table that finds tenants (directories of webhook addresses, tracking pages, ...). */
  directories?: boolean;
}

interface Column {
  table: string;
  column: string;
  type: string;
  needed: boolean;
  /** Texts that a check constraint allows. */
  choices: string[] | null;
}

type Client = Pick<pg.Client, 'query'>;

/** Columns that may be empty, though a check constraint wants a value in the rows made here. */
const FILLED = new Set(['supplier_order.connection_id', 'shopper_mail.shipment_id']);

/** Tables with a policy of row level security, read from the catalogue. Tests switch the security off; the policies stay. */
export async function tenantTables(client: Client): Promise<TenantTable[]> {
  const { rows } = await client.query<TenantTable>(`
    select c.relname as name,
      case when exists (select from pg_policy p where p.polrelid = c.oid and p.polcmd in ('*', 'w')
          and pg_get_expr(p.polqual, c.oid) ~ '^\\(+workplace_id = ')
        then 'workplace_id' else 'account_id' end as column
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select from pg_policy p where p.polrelid = c.oid) order by c.relname`);
  return rows;
}

/** The id that a tenant's sample rows have in a column: the same wherever the column's name is the same, so that rows belong together. */
export function sampleId(tenant: Tenant, column: string): string {
  if (column === 'workplace_id') return tenant.workplaceId;
  if (column === 'account_id') return tenant.accountId;
  const hex = createHash('sha256').update(`${tenant.workplaceId} ${column}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A text in a tenant's sample rows; seeing it elsewhere proves a leak. */
export const sampleText = (tenant: Tenant, column: string): string =>
  `of-${tenant.workplaceId.replaceAll('-', '')}-${column}`;

/** Global tables whose rows name the tenant they lead to; accounts and sessions are made by signing up. */
async function directories(client: Client): Promise<TenantTable[]> {
  const { rows } = await client.query<TenantTable>(`
    select c.relname as name, 'account_id' as column from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'account_id'
      and not exists (select from pg_policy p where p.polrelid = c.oid)
      and c.relname not in ('account', 'session_token') order by c.relname`);
  return rows;
}

async function columnsOf(client: Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
      a.attnotnull and not a.atthasdef as needed,
      (select array_agg(m[1]) from pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''([^'']+)''', 'g') m
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
          and pg_get_constraintdef(k.oid) like '%ANY%') as choices
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`);
  return rows;
}

/** What the catalogue knows of tables with rows of tenants. Reading it takes longer than writing the rows. */
export interface TenantSchema {
  tables: TenantTable[];
  directories: TenantTable[];
  columns: Column[];
}

export const tenantSchema = async (client: Client): Promise<TenantSchema> => ({
  tables: await tenantTables(client),
  directories: await directories(client),
  columns: await columnsOf(client),
});

function sampleValue(tenant: Tenant, { table, column, type, choices }: Column): unknown {
  if (choices?.[0]) return choices[0];
  if (type === 'uuid') return sampleId(tenant, column);
  if (type === 'text') return sampleText(tenant, column);
  if (type === 'uuid[]') return [sampleId(tenant, column.replace(/s$/, ''))];
  if (type.endsWith('[]')) return [];
  if (type === 'jsonb') return '{}';
  if (type === 'bytea') return Buffer.from(sampleText(tenant, column));
  if (type === 'boolean') return true;
  if (type.startsWith('timestamp')) return new Date().toISOString();
  if (type === 'date') return new Date().toISOString().slice(0, 10);
  if (['smallint', 'integer', 'bigint', 'numeric', 'real'].includes(type)) return 1;
  throw new Error(`No sample is known for ${table}.${column} of the type ${type}: add one to sample-rows.ts.`);
}

/**
 * Gives a tenant one row in every table behind row level security. `client` is a superuser's: triggers and foreign keys
 * stand still meanwhile, so that one row of each is enough. What is there already stays.
 */
export async function fillTenant(
  client: Client,
  tenant: Tenant,
  samples: Samples = {},
  known?: TenantSchema,
): Promise<void> {
  const schema = known ?? (await tenantSchema(client));
  await withoutTriggers(client, async () => {
    for (const { column, name } of [...schema.tables, ...(samples.directories ? schema.directories : [])]) {
      const given = samples.tables?.[name] ?? {};
      // The tenant's own column too where it may be empty: an event whose account is found out later.
      const ofTable = schema.columns.filter(
        (one) =>
          one.table === name &&
          (one.needed || one.column === column || one.column in given || FILLED.has(`${name}.${one.column}`)),
      );
      const names = ofTable.map((one) => pg.escapeIdentifier(one.column));
      const told: Row = { ...samples.columns, ...given };
      const values = ofTable.map((one) => (one.column in told ? told[one.column] : sampleValue(tenant, one)));
      const places = values.map((_value, at) => `$${at + 1}`);
      await client.query(
        `insert into ${pg.escapeIdentifier(name)} (${names.join()}) values (${places.join()}) on conflict do nothing`,
        values,
      );
    }
  });
}

/** Takes every row of a tenant away again. */
export async function emptyTenant(client: Client, tenant: Tenant, known?: TenantSchema): Promise<void> {
  const { tables, directories } = known ?? (await tenantSchema(client));
  await withoutTriggers(client, async () => {
    for (const { name, column } of [...tables, ...directories]) {
      // Who signs in, and to what, stays.
      if (name === 'workplace' || name === 'member') continue;
      const id = column === 'workplace_id' ? tenant.workplaceId : tenant.accountId;
      await client.query(`delete from ${pg.escapeIdentifier(name)} where ${column} = $1`, [id]);
    }
  });
}
