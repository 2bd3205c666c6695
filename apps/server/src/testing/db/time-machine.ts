import pg from 'pg';
import { withClient } from '../../db/index.ts';
import { BEGIN_ON_CITUS } from '../../db/scope.ts';

interface Table {
  name: string;
  columns: string;
}

const tablesOf = async (client: pg.Client): Promise<Table[]> => {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`select c.relname as name,
      array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname`);
  return rows.map(({ name, columns }) => ({ name: pg.escapeIdentifier(name), columns: columns.join(', ') }));
};

/** Copies every row of a test database. The answer puts all of them back, as restoring a backup does. */
export async function copyRows(superuserUrl: string): Promise<() => Promise<void>> {
  await withClient(superuserUrl, 'quayside test', async (client) => {
    await client.query('drop schema if exists kept cascade; create schema kept');
    for (const { name } of await tablesOf(client))
      await client.query(`create table kept.${name} as select * from public.${name}`);
  });
  return () =>
    withClient(superuserUrl, 'quayside test', async (client) => {
      const tables = await tablesOf(client);
      await client.query(BEGIN_ON_CITUS);
      // A trigger of Citus empties the shards.
      await client.query(`truncate ${tables.map(({ name }) => `public.${name}`).join(', ')}`);
      await client.query("set local session_replication_role = 'replica'");
      for (const { name, columns } of tables)
        await client.query(
          `insert into public.${name} (${columns}) overriding system value select ${columns} from kept.${name}`,
        );
      await client.query('commit');
    });
}
