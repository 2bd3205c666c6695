import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { newId } from '@quayside/kernel';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/db/index.ts';
import { sql, withClient } from '../index.ts';

const db = await testDatabase();
const [coordinator = '', ...workers] = db.nodeUrls;
const ann = { accountId: newId(), workplaceId: newId() };
const GATE = 4_714;
const LOOK_AGAIN_MS = 20;

const on = <T>(url: string, text: string, values: unknown[] = []): Promise<T[]> =>
  withClient(url, 'test', async (client) => (await client.query(text, values)).rows as T[]);

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((done) => setTimeout(done, LOOK_AGAIN_MS));
  }
}

const sockets = new Set<Socket>();
/** Stands between the coordinator and a worker. */
const network = createServer((from) => {
  const to = connect({ host: '127.0.0.1', port: workerPort });
  sockets.add(from.pipe(to).pipe(from));
  for (const socket of [from, to]) socket.on('error', () => undefined);
});
let workerPort = 0;
afterAll(() => void network.close());

/** The session that waits for the gate on a node. */
const atGate = async (url: string): Promise<number | undefined> =>
  (
    await on<{ pid: number }>(
      url,
      `select pid from pg_locks where locktype = 'advisory' and objid = ${GATE} and not granted`,
    )
  )[0]?.pid;

test.skipIf(workers.length === 0)('a transaction over a worker and the coordinator is all or nothing', async () => {
  await db.owner(async (tx) => {
    await tx.raw('create table here (n int not null)');
    await tx.raw('grant all on here to quayside_app');
  });
  const [shard] = await on<{ name: string; node: number; port: number }>(
    coordinator,
    `select shard_name('workplace', p.shardid) as name, n.nodeid as node, n.nodeport as port
     from pg_dist_placement p join pg_dist_node n using (groupid)
     where p.shardid = get_shard_id_for_distribution_column('workplace', $1::uuid)`,
    [ann.workplaceId],
  );
  const worker = workers.find((url) => Number(new URL(url).port) === shard?.port) ?? '';
  workerPort = shard?.port ?? 0;
  await new Promise<void>((done) => network.listen(0, '127.0.0.1', done));
  const { port } = network.address() as AddressInfo;
  await on(coordinator, 'select citus_update_node($1, $2, $3)', [shard?.node, '127.0.0.1', port]);
  // The worker's part of the commit takes until the gate opens.
  await on(
    worker,
    `set citus.enable_ddl_propagation = off;
    create function gate() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(${GATE}); return null; end $$;
    create constraint trigger gate after insert on ${shard?.name} deferrable initially deferred
      for each row execute function gate()`,
  );
  await withClient(worker, 'test', async (gate) => {
    await gate.query(`select pg_advisory_lock(${GATE})`);
    const failed = db
      .tenant(ann, async (tx) => {
        await tx.run(sql`insert into here values (1)`);
        await tx.run(
          sql`insert into workplace (workplace_id, account_id, name) values (${ann.workplaceId}, ${ann.accountId}, 'A')`,
        );
      })
      .then(
        () => false,
        () => true,
      );
    const session = await until(() => atGate(worker));
    // The network breaks: the worker ends its part, and the coordinator never hears of it.
    for (const socket of sockets) socket.unpipe().destroy();
    expect(await failed).toBe(true);
    await gate.query(`select pg_advisory_unlock(${GATE})`);
    await until(async () => {
      const busy = await on(worker, `select from pg_stat_activity where pid = ${session} and state <> 'idle'`);
      return busy.length === 0 || undefined;
    });
  });
  await on(coordinator, 'select recover_prepared_transactions()');
  const rows = async (text: string): Promise<number> => (await on(coordinator, text)).length;
  expect({
    coordinator: await rows('select from here'),
    worker: await rows(`select from workplace where workplace_id = '${ann.workplaceId}'`),
  }).toEqual({ coordinator: 0, worker: 0 });
});
