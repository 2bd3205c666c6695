import { newId } from '@quayside/kernel';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { fillTenant, tenantTables, testDatabase } from '../../testing/db/index.ts';
import { withClient } from '../index.ts';

// On an ordinary PostgreSQL the one node is the database itself, and its tables are the shards.
const db = await testDatabase();
const ann = { accountId: newId(), workplaceId: newId() };
const bob = { accountId: newId(), workplaceId: newId() };

interface Shard {
  /** The table's name on its node. */
  name: string;
  table: string;
  host: string;
  port: number;
}

const shardsOf = async (client: pg.Client): Promise<Shard[]> => {
  const { hostname: host, port } = new URL(db.superuserUrl);
  const { rows: citus } = await client.query("select from pg_extension where extname = 'citus'");
  if (citus.length === 0) {
    const tables = await tenantTables(client);
    return tables.map(({ name }) => ({ name, table: name, host, port: Number(port) }));
  }
  const { rows } = await client.query<Shard>(`
    select shard_name(s.logicalrelid, s.shardid) as name, s.logicalrelid::text as table, n.nodename as host, n.nodeport as port
    from pg_dist_shard s join pg_dist_placement p using (shardid) join pg_dist_node n using (groupid)
      join pg_dist_partition d on d.logicalrelid = s.logicalrelid where d.partmethod = 'h'`);
  return rows;
};

const on = (url: string, { host, port }: Pick<Shard, 'host' | 'port'>): string =>
  Object.assign(new URL(url), { hostname: host, port: String(port) }).href;

const { shards, columnOf } = await withClient(db.superuserUrl, 'test', async (client) => {
  // The sample order is paid, so that the sample refund does not exceed its payment.
  const tables = { supplier_order: { pay_amount: 100, total_cost: 100 } };
  await fillTenant(client, ann, { tables });
  await fillTenant(client, bob, { tables });
  const columns = new Map((await tenantTables(client)).map(({ name, column }) => [name, column]));
  return { shards: await shardsOf(client), columnOf: columns };
});
const nodes = [...new Map(shards.map((shard) => [`${shard.host}:${shard.port}`, shard])).values()];

test('each policy on a node is permissive, one per command, and forced', async () => {
  for (const node of nodes) {
    const loose = await withClient(on(db.superuserUrl, node), 'test', async (client) => {
      const { rows } = await client.query(
        `select c.relname, p.polname from pg_class c left join pg_policy p on p.polrelid = c.oid
         where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) and (p.oid is null or not p.polpermissive or not c.relrowsecurity or not c.relforcerowsecurity
           or exists (select from pg_policy o where o.polrelid = c.oid and o.oid <> p.oid
             and (o.polcmd = p.polcmd or '*' in (o.polcmd::text, p.polcmd::text))))`,
        [shards.filter(({ host, port }) => host === node.host && port === node.port).map(({ name }) => name)],
      );
      return rows;
    });
    expect(loose).toEqual([]);
  }
});

/** Rows that the application's role sees in each table on a node, by their tenant. */
async function seenBy(node: Shard, who: typeof ann | undefined): Promise<{ table: string; tenant: string }[]> {
  return withClient(on(db.appUrl, node), 'test', async (client) => {
    await client.query("select set_config('app.account_id', $1, false), set_config('app.workplace_id', $2, false)", [
      who?.accountId ?? '',
      who?.workplaceId ?? '',
    ]);
    const seen: { table: string; tenant: string }[] = [];
    for (const { name, table } of shards.filter((one) => one.host === node.host && one.port === node.port)) {
      const { rows } = await client.query<{ tenant: string }>(
        `select ${columnOf.get(table)}::text as tenant from public."${name}"`,
      );
      seen.push(...rows.map(({ tenant }) => ({ table, tenant })));
    }
    return seen;
  });
}

test('on its node, the application sees the rows of the tenant that is set, and none without', async () => {
  const seen = (await Promise.all(nodes.map((node) => seenBy(node, ann)))).flat();
  const strange = seen.filter(({ tenant }) => tenant !== ann.workplaceId && tenant !== ann.accountId);
  expect(strange).toEqual([]);
  expect([...new Set(seen.map(({ table }) => table))].sort()).toEqual(
    [...new Set(shards.map(({ table }) => table))].sort(),
  );
  expect((await Promise.all(nodes.map((node) => seenBy(node, undefined)))).flat()).toEqual([]);
});
