import type { Db } from '@quayside/server/src/db/index.ts';
import { fillOrders } from '@quayside/server/src/ops/fill-orders.ts';
import pg from 'pg';
import { addStore, signUp } from './people.ts';

interface Distributed {
  url: string;
  db: Db;
  adminUrl: string;
}

const SEED = { orders: 'bench_seed_order', lines: 'bench_seed_line' };
/** Workspaces whose rows are written in one transaction of a worker. */
const AT_ONCE = 50;

/**
 * Fills a database of Citus with `workspaces` of `each` bare orders, their first lines included: copies of the orders of one that
 * fillOrders filled. Workers write them into their own shards; triggers stay silent and keys to other tables are not checked.
 */
export async function copyOrders(
  { url, db, adminUrl }: Distributed,
  { workspaces, each }: { workspaces: number; each: number },
): Promise<{ orders: number; size: string }> {
  const seed = await signUp(url);
  await fillOrders(db, { scope: seed, storeId: await addStore(db, seed), mode: 'sandbox', orders: each });
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const rows = async <T>(text: string, values: unknown[] = []): Promise<T[]> => (await client.query(text, values)).rows;
  const columns = async (table: string): Promise<string[]> =>
    (
      await rows<{ column_name: string }>(
        `select column_name from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
        [table],
      )
    ).map((row) => row.column_name);
  try {
    await rows(`create table ${SEED.orders} as select * from sales_order where workplace_id = '${seed.workplaceId}'`);
    await rows(
      `create table ${SEED.lines} as select distinct on (order_id) * from order_line where workplace_id = '${seed.workplaceId}' order by order_id, position`,
    );
    const shards: string[] = [];
    for (const table of Object.values(SEED)) {
      await rows('select create_reference_table($1)', [table]);
      const [shard] = await rows<{ name: string }>(
        'select shard_name(logicalrelid, shardid) as name from pg_dist_shard where logicalrelid = $1::regclass',
        [table],
      );
      shards.push(shard?.name ?? '');
    }
    await rows(
      `insert into workplace (workplace_id, account_id, name)
         select gen_random_uuid(), gen_random_uuid(), 'Bench ' || n from generate_series(1, $1::int) n`,
      [workspaces],
    );
    // Indexes are built at the end, which is several times faster.
    const indexes = await rows<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
        where indrelid in ('sales_order'::regclass, 'order_line'::regclass) and not indisprimary
          and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    );
    for (const { name } of indexes) await rows(`drop index ${name}`);
    const fill = async (table: string, from: string, made: Readonly<Record<string, string>>): Promise<void> => {
      const names = await columns(table);
      const values = names.map((name) => made[name] ?? `s.${name}`);
      // One workspace after the other, as they grew: their rows lie together, and a transaction stays small.
      const command = `do $fill$
        declare batch uuid[];
        begin
          set session_replication_role = replica;
          set citus.enable_ddl_propagation = off;
          for batch in select array_agg(workplace_id) from (select workplace_id, row_number() over (order by workplace_id) / ${AT_ONCE} as part
              from %1$s where name like 'Bench %%') w group by part loop
            insert into %2$s (${names.join(', ')}) select ${values.join(', ')} from unnest(batch) w(workplace_id) cross join ${from} s;
            commit;
          end loop;
        end $fill$`;
      const done = await rows<{ success: boolean; result: string }>(
        'select success, result from run_command_on_colocated_placements($1, $2, $3)',
        ['workplace', table, command],
      );
      const failed = done.find((one) => !one.success);
      if (failed) throw new Error(`${table}: ${failed.result}`);
    };
    const [orders = '', lines = ''] = shards;
    const id = (of: string): string => `md5(w.workplace_id::text || ${of})::uuid`;
    await fill('sales_order', orders, {
      workplace_id: 'w.workplace_id',
      order_id: id('s.order_id'),
      store_id: id("'store'"),
      public_tracking_id: "md5(w.workplace_id::text || s.order_id || 'track')",
    });
    await fill('order_line', lines, {
      workplace_id: 'w.workplace_id',
      order_id: id('s.order_id'),
      line_id: id('s.line_id'),
    });
    for (const { definition } of indexes) await rows(definition);
    await rows('analyze sales_order');
    await rows('analyze order_line');
    const [size] = await rows<{ n: string; size: string }>(
      `select count(*)::text as n, pg_size_pretty(citus_total_relation_size('sales_order') + citus_total_relation_size('order_line')) as size from sales_order`,
    );
    return { orders: Number(size?.n), size: size?.size ?? '' };
  } finally {
    await client.end();
  }
}
