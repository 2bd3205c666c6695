import { withClient } from '../../db/index.ts';

/** Runs a statement on each node, in a database that stays (create and drop database). */
export async function onNodes(urls: readonly string[], statement: string): Promise<void> {
  await Promise.all(urls.map((url) => withClient(url, 'quayside test', (client) => client.query(statement))));
}

/** The workers that a database of Citus knows, with the login of its address. None: an ordinary PostgreSQL. */
export function workersOf(url: string): Promise<string[]> {
  return withClient(url, 'quayside test', async (client) => {
    const { rows: found } = await client.query("select from pg_extension where extname = 'citus'");
    if (found.length === 0) return [];
    const { rows } = await client.query<{ host: string; port: number }>(
      'select nodename as host, nodeport as port from pg_dist_node where groupid > 0 order by nodeid',
    );
    return rows.map(({ host, port }) => {
      const worker = new URL(url);
      worker.hostname = host;
      worker.port = String(port);
      return worker.href;
    });
  });
}

/** Makes an empty database of all nodes one distributed database. */
export async function joinNodes(coordinator: string, workers: readonly string[]): Promise<void> {
  const { pathname } = new URL(coordinator);
  const inside = workers.map((url) => Object.assign(new URL(url), { pathname }).href);
  await onNodes([coordinator, ...inside], 'create extension citus');
  await withClient(coordinator, 'quayside test', async (client) => {
    const { hostname, port } = new URL(coordinator);
    await client.query('select citus_set_coordinator_host($1, $2)', [hostname, Number(port || 5432)]);
    for (const worker of inside) {
      const { hostname: host, port: workerPort } = new URL(worker);
      await client.query('select citus_add_node($1, $2)', [host, Number(workerPort || 5432)]);
    }
  });
}

/** A database is copied only while no session is in it, also none of Citus's own, which return otherwise. */
export async function closeTo(urls: readonly string[], database: string): Promise<void> {
  await onNodes(urls, `alter database ${database} allow_connections false`);
  await onNodes(urls, `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${database}'`);
}

/** Citus's own sessions return to a database that allows them, so that it could not be removed. */
export async function dropOnNodes(urls: readonly string[], database: string): Promise<void> {
  if (urls.length > 1) await closeTo(urls, database);
  await onNodes(urls, `drop database if exists ${database} with (force)`);
}
