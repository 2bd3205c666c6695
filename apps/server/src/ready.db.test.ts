import { Agent, get } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { withClient } from './db/index.ts';
import { startTestApp } from './testing/app/test-app.ts';

const app = await startTestApp({ args: ['--role', 'web'], drainMs: 400 });
let stopping: Promise<void> | undefined;
afterAll(() => stopping ?? app.stop());

const ready = async () => {
  const answer = await fetch(`${app.url}/readyz`);
  return { http: answer.status, ...((await answer.json()) as object) };
};
const asSuperuser = <T>(fn: (run: (text: string) => Promise<unknown>) => Promise<T>) =>
  withClient(app.db.superuserUrl, 'test', (c) => fn((text) => c.query(text)));
const works = { http: 200, ready: true, database: true, migrations: true, queue: true };

test('names the part that does not work, within two seconds even when it hangs', async () => {
  expect(await ready()).toEqual(works);
  await asSuperuser(async (run) => {
    await run('update schema_migrations set number = -number where number = 1000');
    expect(await ready()).toEqual({ ...works, http: 503, ready: false, migrations: false });
    await run('update schema_migrations set number = -number where number = -1000');
    await run('alter table pgboss.version rename to gone');
    expect(await ready()).toEqual({ ...works, http: 503, ready: false, queue: false });
    await run('alter table pgboss.gone rename to version');
    expect(await ready()).toEqual(works);

    await run('begin; lock table schema_migrations');
    const asked = Date.now();
    expect(await ready()).toEqual({ ...works, http: 503, ready: false, migrations: false });
    expect(Date.now() - asked).toBeLessThan(3_000);
    await run('rollback');
    await expect.poll(ready).toEqual(works);
  });
});

test('is no longer ready once told to stop, and still serves for a while', async () => {
  const agent = new Agent({ keepAlive: true });
  const connection = () =>
    new Promise<[number | undefined, string | undefined]>((done, fail) => {
      get(`${app.url}/healthz`, { agent }, (answer) => {
        answer.resume();
        answer.on('end', () => done([answer.statusCode, answer.headers.connection]));
      }).on('error', fail);
    });
  expect(await connection()).toEqual([200, 'keep-alive']);
  stopping = app.stop();
  expect(await ready()).toEqual({ ...works, http: 503, ready: false });
  expect(await connection()).toEqual([200, 'close']);
  await stopping;
  await expect(ready()).rejects.toThrow('fetch failed');
  agent.destroy();
});
