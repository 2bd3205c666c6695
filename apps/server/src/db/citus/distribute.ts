import pg from 'pg';
import sql from 'sql-template-tag';
import { isOnCitus } from '../connection.ts';
import type { Executor } from '../executor.ts';
import { GLOBAL_TABLES, ON_COORDINATOR } from '../global-tables.ts';
import { prepareTwoPhase } from './two-phase.ts';

interface Waiting {
  name: string;
  column: string;
  /** Tables that its foreign keys reference. */
  needs: string[];
}

/** Tenant tables that are not distributed yet. Their keys lead with the tenant (check-citus-rules.ts). */
const waitingTables = `
  select c.relname as name, (select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where i.indrelid = c.oid and i.indisunique order by i.indisprimary desc, i.indexrelid limit 1) as column,
    array(select f.confrelid::regclass::text from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'
      and f.confrelid <> c.oid) as needs
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relrowsecurity
    and c.relname <> all ($1) and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
  order by c.relname`;

/** Rows that were distributed stay on the coordinator, out of sight. All tables first: it reaches those that reference one. */
const dropCopiedRows = `
  select truncate_local_data_after_distributing_table(logicalrelid) from pg_dist_partition
  where partmethod = 'h' and pg_relation_size(logicalrelid) > 0`;

/**
 * Functions from before Citus was there. Those that triggers need go along with the tables, those that statements call do not. Those that
 * pass rows of a table of the coordinator stay with it: Citus refuses to send them.
 */
const sendFunctions = `
  select create_distributed_function(p.oid::regprocedure) from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
    and not exists (select from pg_dist_object d where d.classid = 'pg_proc'::regclass and d.objid = p.oid)
    and not exists (select from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')
    and not exists (select from pg_depend e join pg_type t on t.oid = e.refobjid join pg_class c on c.oid = t.typrelid
      where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.refclassid = 'pg_type'::regclass and c.relkind in ('r', 'p')
      and not exists (select from pg_dist_partition d where d.logicalrelid = c.oid))`;

/** One name per tenant column: its tables share their shards' places, so that a tenant's rows lie on one node. */
const leaderOf = async (client: pg.ClientBase, column: string): Promise<string | undefined> => {
  const { rows } = await client.query<{ name: string }>(
    `select logicalrelid::text as name from pg_dist_partition where partmethod = 'h' and
      column_to_column_name(logicalrelid, partkey) = $1 order by logicalrelid limit 1`,
    [column],
  );
  return rows[0]?.name;
};

/** Whether tables of the database were distributed before. */
export async function isDistributed(client: pg.ClientBase): Promise<boolean> {
  if (!isOnCitus(client)) return false;
  const { rows } = await client.query<{ found: boolean }>(
    "select exists (select from pg_dist_partition where partmethod = 'h') as found",
  );
  return rows[0]?.found ?? false;
}

/**
 * Distributes the tenant tables that are not yet, with their rows, and returns their names. Does nothing without Citus. Each table
 * has a transaction of its own, so that an interrupted run is continued by the next.
 */
export async function distribute(client: pg.ClientBase): Promise<string[]> {
  if (!isOnCitus(client)) return [];
  await prepareTwoPhase(client);
  const { rows: waiting } = await client.query<Waiting>(waitingTables, [
    [...Object.keys(GLOBAL_TABLES), ...Object.keys(ON_COORDINATOR)],
  ]);
  for (const table of inOrder(waiting)) await distributeOne(client, table);
  await client.query(dropCopiedRows);
  await client.query(sendFunctions);
  return waiting.map(({ name }) => name);
}

/** Referenced tables first. */
function inOrder(tables: readonly Waiting[]): Waiting[] {
  const left = new Map(tables.map((table) => [table.name, table]));
  const ordered: Waiting[] = [];
  const visit = (table: Waiting) => {
    if (!left.delete(table.name)) return;
    for (const name of table.needs) {
      const needed = left.get(name);
      if (needed) visit(needed);
    }
    ordered.push(table);
  };
  for (const table of tables) visit(table);
  return ordered;
}

async function distributeOne(client: pg.ClientBase, { name, column }: Waiting): Promise<void> {
  const table = pg.escapeIdentifier(name);
  const leader = await leaderOf(client, column);
  try {
    // The rows are copied, which row-level security would refuse. Their triggers ran when they were written.
    await client.query(
      `begin; set local citus.enable_unsafe_triggers = on; set local citus.multi_shard_modify_mode = 'sequential'`,
    );
    await client.query(`alter table ${table} no force row level security`);
    await client.query(`alter table ${table} disable trigger user`);
    await client.query('select create_distributed_table($1::regclass, $2, colocate_with => $3)', [
      name,
      column,
      leader ?? 'none',
    ]);
    await client.query(`alter table ${table} enable trigger user`);
    await client.query(`alter table ${table} force row level security`);
    await client.query('commit');
  } catch (err) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(`Table ${name} couldn't be distributed: ${err instanceof Error ? err.message : err}`, {
      cause: err,
    });
  }
}

export interface Distribution {
  distributed: number;
  /** Tables that are on the coordinator alone. */
  local: number;
  /** Nodes that hold shards. */
  workers: number;
  shards: number;
}

/** Where the tables are. undefined: a database without Citus. */
export async function describeDistribution(tx: Executor): Promise<Distribution | undefined> {
  const { rows } = await tx.raw("select from pg_extension where extname = 'citus'");
  if (rows.length === 0) return undefined;
  return tx.first<Distribution>(sql`select
      (select count(*)::int from pg_dist_partition where partmethod = 'h') as distributed,
      (select count(*)::int from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)) as local,
      (select count(*)::int from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary') as workers,
      (select coalesce(max(shards), 0)::int from (select count(*) as shards from pg_dist_shard group by logicalrelid) t) as shards`);
}
