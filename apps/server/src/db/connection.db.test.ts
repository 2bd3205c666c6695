import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { startBoss } from '../jobs/boss.ts';
import { testDatabase } from '../testing/db/index.ts';
import { withClient } from './connection.ts';
import { allowLong, sql } from './index.ts';

const db = await testDatabase();
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

const settings = `select current_setting('TimeZone') zone, current_setting('DateStyle') dates,
  current_setting('statement_timeout') statement, current_setting('lock_timeout') lock,
  current_setting('idle_in_transaction_session_timeout') idle`;

test('every connection has time limits and our time zone, whatever the database says', async () => {
  await withClient(db.superuserUrl, 'test', (c) =>
    c.query(
      `alter database "${db.name}" set timezone = 'Asia/Tokyo'; alter database "${db.name}" set statement_timeout = 0`,
    ),
  );
  const utc = { zone: 'UTC', dates: 'ISO, YMD' };
  const fresh = { appUrl: db.appUrl, ownerUrl: db.ownerUrl };
  expect(await withClient(fresh.ownerUrl, 'test', async (c) => (await c.query(settings)).rows[0])).toEqual({
    ...utc,
    statement: '30min',
    lock: '30s',
    idle: '10min',
  });
  expect((await db.global((tx) => tx.raw(settings))).rows[0]).toEqual({
    ...utc,
    statement: '1min',
    lock: '20s',
    idle: '1min',
  });
  const boss = await startBoss(db.appUrl, false, silent);
  const { rows } = await boss.getDb().executeSql(settings, []);
  await boss.stop({ graceful: false });
  expect(rows[0]).toEqual({ ...utc, statement: '5min', lock: '20s', idle: '1min' });
});

test('work that needs longer gets it for its transaction alone', async () => {
  const limit = sql`select current_setting('statement_timeout') as held`;
  const long = await db.global(async (tx) => {
    await allowLong(tx, 'erase');
    return tx.first(limit);
  });
  expect([long, await db.global((tx) => tx.first(limit))]).toEqual([{ held: '14min' }, { held: '1min' }]);
});

test('a statement that takes too long is cancelled, and its connection can be used again', async () => {
  const slow = db.global(async (tx) => {
    await tx.run(sql`set local statement_timeout = 20`);
    await tx.run(sql`select pg_sleep(20)`);
  });
  await expect(slow).rejects.toThrow('statement timeout');
  expect(await db.global((tx) => tx.first(sql`select 1 one`))).toEqual({ one: 1 });
});

test('the startup packet holds only what pgbouncer accepts', async () => {
  const heard = Promise.withResolvers<string[]>();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (packet) => {
      // Length and protocol version, then names and values terminated by zero bytes.
      const words = packet.subarray(8).toString().split('\0').filter(Boolean);
      heard.resolve(words.filter((_word, at) => at % 2 === 0));
      socket.destroy();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `postgres://someone:secret@127.0.0.1:${(server.address() as AddressInfo).port}/quayside`;
  await withClient(url, 'test', async () => undefined).catch(() => undefined);
  expect((await heard.promise).sort()).toEqual(['application_name', 'client_encoding', 'database', 'user']);
  server.close();
});
