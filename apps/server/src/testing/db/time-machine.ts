import pg from 'pg';
import { withClient } from '../../db/index.ts';
import { workersOf } from './citus.ts';

interface Table {
  name: string;
  columns: string;
}

/** Each node's rows are copied on that node: on Citus, its shards instead of the tables that they make up. */
const BEGIN_ON_A_NODE = `begin; set local citus.override_table_visibility = off; set local citus.enable_ddl_propagation = off;
  set local citus.enable_manual_changes_to_shards = on`;

const tablesOf = async (client: pg.Client, isCitus: boolean): Promise<Table[]> => {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`select c.relname as name,
      array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      ${isCitus ? 'and not exists (select from pg_dist_partition d where d.logicalrelid = c.oid)' : ''} group by c.relname`);
  return rows.map(({ name, columns }) => ({ name: pg.escapeIdentifier(name), columns: columns.join(', ') }));
};

/** Copies every row of a test database. The answer puts all of them back, as restoring a backup does. */
export async function copyRows(superuserUrl: string): Promise<() => Promise<void>> {
  const workers = await workersOf(superuserUrl);
  const onEachNode = async (work: (client: pg.Client, tables: readonly Table[]) => Promise<void>) => {
    await Promise.all(
      [superuserUrl, ...workers].map((url) =>
        withClient(url, 'quayside test', async (client) => {
          await client.query(BEGIN_ON_A_NODE);
          await work(client, await tablesOf(client, workers.length > 0));
          await client.query('commit');
        }),
      ),
    );
  };
  await onEachNode(async (client, tables) => {
    await client.query('drop schema if exists kept cascade; create schema kept');
    for (const { name } of tables) await client.query(`create table kept.${name} as select * from public.${name}`);
  });
  return () =>
    onEachNode(async (client, tables) => {
      await client.query(`truncate ${tables.map(({ name }) => `public.${name}`).join(', ')}`);
      await client.query("set local session_replication_role = 'replica'");
      for (const { name, columns } of tables)
        await client.query(
          `insert into public.${name} (${columns}) overriding system value select ${columns} from kept.${name}`,
        );
    });
}
