import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@quayside/kernel';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, withClient } from '../../db/index.ts';
import { migrationsDir } from '../../db/migration-files.ts';
import { TIMEOUTS } from '../../db/timeouts.ts';
import { VERSION } from '../../version.ts';
import { currentTemplate } from '../db/create-test-database.ts';
import { at, fillTenant } from '../db/index.ts';
import { checkOutRelease } from '../db/released-checkout.ts';
import {
  type Failures,
  ONE_PASS,
  type Person,
  readStatuses,
  startLoad,
  watchLocks,
  writeOnce,
} from './load-of-release.ts';

/**
 * Processes of the last release, from its commit, serve a filled database of theirs under load, while this code
 * migrates it and serves beside them.
 */
const released = checkOutRelease();
const missing = 'missing' in released ? released.missing : undefined;
if (missing) console.warn(`NOT TESTED beside the last release: ${missing}.`);

const root = join(import.meta.dirname, '../../../../..');
const dataDir = mkdtempSync(join(tmpdir(), 'quayside-beside-'));
const name = `test_beside_${process.pid}_${randomBytes(4).toString('hex')}`;
const { adminUrl, ownerUrl: templateOwner, appUrl: templateApp } = currentTemplate();
const [ownerUrl, appUrl, superuserUrl] = [at(templateOwner, name), at(templateApp, name), at(adminUrl, name)];
const started: ChildProcess[] = [];
const env = {
  ...process.env,
  PORT: '0',
  DATABASE_URL: ownerUrl,
  QUAYSIDE_APP_DATABASE_URL: appUrl,
  QUAYSIDE_DATA: dataDir,
  QUAYSIDE_SANDBOX: 'off',
  QUAYSIDE_RATES_URL: 'off',
  QUAYSIDE_LOG: 'error',
  APP_SECRET: 'a secret that only tests have, 32+ long',
};

beforeAll(() =>
  withClient(adminUrl, 'test', (c) => c.query(`create database ${name} owner ${new URL(templateOwner).username}`)),
);
afterAll(async () => {
  await Promise.all(started.map(end));
  await withClient(adminUrl, 'test', (c) => c.query(`drop database ${name} with (force)`));
  rmSync(dataDir, { recursive: true, force: true });
  if (!('missing' in released)) released.remove();
});

/** A process with both roles; resolves with its URL. */
function begin(main: string): Promise<string> {
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  let words = '';
  child.stderr?.on('data', (text: Buffer) => (words += text));
  return new Promise((done, fail) => {
    child.once('exit', (code) => fail(new Error(`ended with ${code}: ${words}`)));
    child.stdout?.on('data', (text: Buffer) => {
      const url = /ready at (\S+)/.exec(text.toString())?.[1];
      if (url) done(url);
    });
  });
}
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await new Promise((done) => child.once('exit', done));
}

async function signUp(url: string, email: string): Promise<Omit<Person, 'storeId'>> {
  const response = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ first_name: 'Ada', last_name: 'Owner', email, password: 'correct horse battery' }),
  });
  const { data } = (await response.json()) as {
    data: { token: string; user: { id: string; workplaces: { id: string }[] } };
  };
  return { token: data.token, accountId: data.user.id, workplaceId: data.user.workplaces[0]?.id ?? '' };
}

/** People of the release with a store and orders, and a row of somebody else in every table. */
async function fill(url: string, checkout: string): Promise<Person[]> {
  const people: Person[] = [];
  for (const email of ['ada@example.com', 'bob@example.com']) {
    const person = await signUp(url, email);
    execFileSync(
      process.execPath,
      [join(checkout, 'apps/server/src/ops/seed.ts'), '--orders', '300', '--account', email],
      { env },
    );
    const { rows } = await withClient(superuserUrl, 'test', (c) =>
      // Calls know stores by the directory; no job asks one that is inactive.
      c.query<{ store_id: string }>(
        `insert into store_directory (store_id, workplace_id, account_id, platform, platform_domain, mode, webhook_key, active)
          select store_id, workplace_id, account_id, platform, platform_domain || account_id, mode, store_id::text, false
          from store where workplace_id = $1 returning store_id`,
        [person.workplaceId],
      ),
    );
    people.push({ ...person, storeId: rows[0]?.store_id ?? '' });
  }
  await withClient(superuserUrl, 'test', (c) => fillTenant(c, { accountId: newId(), workplaceId: newId() }));
  return people;
}

/** Migrations of a release that is still to come. */
function next(files: Record<string, string>): string {
  const dir = mkdtempSync(join(dataDir, 'migrations-'));
  for (const file of readdirSync(migrationsDir)) copyFileSync(join(migrationsDir, file), join(dir, file));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(dir, file), text);
  return dir;
}
const EXPANDS = {
  '9000_next.sql': `alter table account add nickname text not null default '';
    alter table sales_order add color text;
    alter table saved_page add color text,
      add constraint saved_page_color check (color is null or length(title) < 1000) not valid;`,
  '9001_next_index.sql':
    '-- concurrently\ncreate index concurrently if not exists sales_order_color on sales_order (workplace_id, color);',
};
const BREAKS = { '9002_too_soon.sql': 'alter table saved_page rename title to heading;' };

test.skipIf(missing)(
  `the last release serves a database that this code migrates${missing ? ` (${missing})` : ''}`,
  async () => {
    if ('missing' in released) return;
    mkdirSync(dataDir, { recursive: true });
    const old = await begin(released.main);
    const oldProcess = started.at(-1);
    const people = await fill(old, released.root);
    const [ada] = people;
    if (!ada) throw new Error('nobody');
    expect((await writeOnce(old, ada)).filter(({ status }) => status !== 200)).toEqual([]);
    const statuses = await readStatuses(old, ada);
    expect([...statuses].filter(([, status]) => status >= 500)).toEqual([]);
    const found = [...statuses.values()].filter((status) => status === 200).length;
    expect(found).toBeGreaterThan(50);

    const failures: Failures = new Map();
    const locks = await watchLocks(superuserUrl);
    const load = startLoad(old, people, statuses, failures);
    const since = async (responses: number) => {
      const from = load.responses();
      await expect.poll(() => load.responses() - from, { timeout: 60_000 }).toBeGreaterThan(responses);
    };
    await since(20);
    // Its migrations run now, if there are new ones.
    const now = await begin(join(root, 'apps/server/src/main.ts'));
    const beside = startLoad(now, people, await readStatuses(now, ada), failures);
    await since(ONE_PASS);

    // Those of the next release, while somebody reads one of its tables in a long transaction.
    const reader = new pg.Client({ connectionString: superuserUrl });
    await reader.connect();
    await reader.query('begin; select from account; select from sales_order limit 1');
    const waits: string[] = [];
    const applied = await migrate(ownerUrl, {
      dir: next(EXPANDS),
      version: VERSION,
      lockMs: 300,
      onWait(migration) {
        waits.push(migration);
        if (waits.length === 2) void reader.query('commit');
      },
    });
    await reader.end();
    expect(applied).toEqual(['9000_next', '9001_next_index']);
    expect(waits.length).toBeGreaterThanOrEqual(2);
    await since(ONE_PASS);

    // A process of the release that crashes is replaced by one like it.
    await load.stop();
    if (oldProcess) await end(oldProcess);
    const again = startLoad(await begin(released.main), people, statuses, failures);
    await expect.poll(() => again.responses(), { timeout: 60_000 }).toBeGreaterThan(ONE_PASS);
    await Promise.all([again.stop(), beside.stop(), locks.stop()]);

    expect([...failures]).toEqual([]);
    expect(locks.longestMs()).toBeLessThan(TIMEOUTS.migrate.lock + 1_000);
    // The seeded store doesn't exist, so jobs that ask it fail. None may fail at the schema.
    const { rows } = await withClient(superuserUrl, 'test', (c) =>
      c.query(`select name, output from pgboss.job where output::text ~ '"code": "(22|23|42)|does not exist|violates'`),
    );
    expect(rows).toEqual([]);
    console.log(
      `beside the last release: ${load.responses()} + ${again.responses()} responses of it, ${beside.responses()} of this code, longest wait for a lock ${Math.round(locks.longestMs())} ms`,
    );

    // What a release may not do is noticed here too.
    await migrate(ownerUrl, { dir: next({ ...EXPANDS, ...BREAKS }), version: VERSION });
    expect((await writeOnce(now, ada)).map(({ status }) => status)).toContain(500);
  },
  240_000,
);
