import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@quayside/testing/free-port.ts';
import { afterAll, expect, test } from 'vitest';
import { withClient } from './db/index.ts';
import { installQueueTables } from './jobs/boss.ts';
import { type PreparedDatabase, prepareDatabase } from './prepare-database.ts';
import { at, testDatabase } from './testing/db/index.ts';

const db = await testDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'quayside-together-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const config = {
  databaseUrl: db.ownerUrl,
  poolSize: 5,
  roles: { web: true, worker: true },
  appDatabaseUrl: undefined,
  appSecret: undefined,
  previousAppSecret: undefined,
};
const startFour = (ownerUrl: string): Promise<PreparedDatabase[]> =>
  Promise.all([1, 2, 3, 4].map(() => prepareDatabase({ ownerUrl, config, dataDir, log })));
const asOwner = (text: string) => withClient(db.ownerUrl, 'test', (c) => c.query(text));

test('four processes that start together on an empty database all succeed', async () => {
  const name = `${db.name}_empty`;
  const asAdmin = (text: string) => withClient(db.superuserUrl, 'test', (c) => c.query(text));
  await asAdmin(`create database ${name} owner ${new URL(db.ownerUrl).username}`);
  try {
    const [first, ...others] = await startFour(at(db.ownerUrl, name));
    expect(others).toEqual([first, first, first]);
    const { rows } = await withClient(first?.appUrl ?? '', 'test', (c) =>
      c.query('select count(*)::int jobs from pgboss.job'),
    );
    expect(rows).toEqual([{ jobs: 0 }]);
  } finally {
    await asAdmin(`drop database ${name} with (force)`);
  }
});

test('four processes that start together install the queue and its rights once, every time', async () => {
  for (let round = 0; round < 2; round += 1) {
    await asOwner('drop schema pgboss cascade');
    await startFour(db.ownerUrl);
  }
});

test('a start warns when the server may run out of connections for it', async () => {
  const warned: string[] = [];
  const warn = (_facts: object, text?: string) => void (text && warned.push(text));
  const prepare = (poolSize: number) =>
    prepareDatabase({ ownerUrl: db.ownerUrl, config: { ...config, poolSize }, dataDir, log: { ...log, warn } });
  await prepare(5_000);
  expect(warned.join()).toContain('raise max_connections or lower QUAYSIDE_POOL');
});

test('a start waits for a server that cannot be reached yet', async () => {
  const there = new URL(db.ownerUrl);
  const away = new URL(db.ownerUrl);
  away.port = String(await freePort());
  const way = createServer((socket) => {
    const on = connect(Number(there.port), there.hostname);
    for (const end of [socket, on]) end.on('error', () => undefined);
    socket.pipe(on).pipe(socket);
  });
  const warned: string[] = [];
  const warn = (_facts: object, text?: string) => {
    if (warned.push(text ?? '') === 1) way.listen(Number(away.port), away.hostname);
  };
  const { appUrl } = await prepareDatabase({ ownerUrl: away.href, config, dataDir, log: { ...log, warn } });
  way.close();
  expect(new URL(appUrl).port).toBe(away.port);
  expect(warned).toEqual(['the database cannot be reached, trying again']);
});

test('everything is prepared under one lock, the rights on the queue included', async () => {
  await asOwner('revoke usage on schema pgboss from quayside_app');
  await withClient(db.ownerUrl, 'test', async (other) => {
    const lockKey = '7264310004';
    const waits = Promise.withResolvers<void>();
    const warn = (_facts: object, text?: string) => void (text?.includes('another process') && waits.resolve());
    await other.query(`select pg_advisory_lock(${lockKey})`);
    const started = prepareDatabase({ ownerUrl: db.ownerUrl, config, dataDir, log: { ...log, warn } });
    await waits.promise;
    // Blocks the start's grant, so that it can be observed.
    await other.query('begin; grant usage on schema pgboss to quayside_app with grant option');
    await other.query(`select pg_advisory_unlock(${lockKey})`);
    const holders = () =>
      withClient(db.superuserUrl, 'test', async (c) => {
        const { rows } =
          await c.query(`select exists (select from pg_locks l where l.pid <> a.pid and l.locktype = 'advisory'
            and l.granted and (l.classid::bigint << 32 | l.objid::bigint) = ${lockKey}) as locked
          from pg_stat_activity a where a.wait_event_type = 'Lock' and a.query like '%grant usage on schema%'`);
        return rows;
      });
    await expect.poll(holders, { timeout: 20_000 }).toEqual([{ locked: true }]);
    await other.query('rollback');
    await started;
  });
});

test('a start leaves rights alone that are granted already', async () => {
  await withClient(db.ownerUrl, 'test', async (other) => {
    // A process of an older version that is granting the same.
    await other.query('begin; grant usage on schema pgboss to quayside_app with grant option');
    await installQueueTables(db.ownerUrl);
    await other.query('rollback');
  });
});
