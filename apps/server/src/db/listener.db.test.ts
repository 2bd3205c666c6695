import { expect, test } from 'vitest';
import { testDatabase } from '../testing/db/index.ts';
import { sql } from './index.ts';

const db = await testDatabase();

const notify = (channel: string, payload: string) =>
  db.global((tx) => tx.run(sql`select pg_notify(${channel}, ${payload})`));

/** Promises of the next payload, one after another. */
function inbox() {
  const waiting: ((payload: string) => void)[] = [];
  const arrived: string[] = [];
  return {
    put: (payload: string) => {
      const taker = waiting.shift();
      if (taker) taker(payload);
      else arrived.push(payload);
    },
    next: () => {
      const ready = arrived.shift();
      return ready === undefined ? new Promise<string>((resolve) => waiting.push(resolve)) : Promise.resolve(ready);
    },
  };
}

test('payloads reach every subscriber of the channel until it stops', async () => {
  const [one, two] = [inbox(), inbox()];
  const stop = await db.listen('Mixed-case', one.put);
  await db.listen('Mixed-case', two.put);
  await notify('other', 'lost');
  await notify('Mixed-case', 'a');
  expect(await one.next()).toBe('a');
  expect(await two.next()).toBe('a');
  await stop();
  await notify('Mixed-case', 'b');
  expect(await two.next()).toBe('b');
  one.put('nothing since');
  expect(await one.next()).toBe('nothing since');
});

test('a killed connection is remade, and the subscriber is told that it may have missed something', async () => {
  const [box, gaps] = [inbox(), inbox()];
  await db.listen('again', box.put, () => gaps.put('gap'));
  await db.global((tx) =>
    tx.run(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'quayside listen' and datname = current_database()`),
  );
  expect(await gaps.next()).toBe('gap');
  await notify('again', 'back');
  expect(await box.next()).toBe('back');
});

test('notices are told after the commit, each once, and never of what was rolled back', async () => {
  const box = inbox();
  await db.listen('after', box.put);
  const rolledBack = db.global(async (tx) => {
    tx.notify('after', 'never');
    await tx.run(sql`select 1 / 0`);
  });
  await expect(rolledBack).rejects.toThrow('division by zero');
  await db.global(async (tx) => {
    tx.notify('after', 'one');
    tx.notify('after', 'one');
    tx.notify('after', 'two');
    await tx.run(sql`select 1`);
  });
  expect(await box.next()).toBe('one');
  expect(await box.next()).toBe('two');
  await db.read({ accountId: '01890000-0000-7000-8000-000000000001' }, async (ex) => ex.notify('after', 'three'));
  expect(await box.next()).toBe('three');
});
