import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { migrate, withClient } from './db/index.ts';
import { migrationsDir } from './db/migration-files.ts';
import { testDatabase } from './testing/db/index.ts';
import { VERSION } from './version.ts';

const root = join(import.meta.dirname, '../../..');
const db = await testDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'quayside-newer-'));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** A process of this version; resolves with its URL, or with what it says when it does not start. */
function begin(): Promise<string> {
  const child = spawn(process.execPath, [join(root, 'apps/server/src/main.ts'), '--role', 'web'], {
    env: {
      ...process.env,
      PORT: '0',
      DATABASE_URL: db.ownerUrl,
      QUAYSIDE_APP_DATABASE_URL: db.appUrl,
      QUAYSIDE_DATA: dataDir,
      QUAYSIDE_SANDBOX: 'off',
      QUAYSIDE_LOG: 'error',
      APP_SECRET: 'a secret that only tests have, 32+ long',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let words = '';
  child.stderr?.on('data', (text: Buffer) => (words += text));
  return new Promise((done) => {
    child.once('exit', () => done(words));
    child.stdout?.on('data', (text: Buffer) => {
      const url = /ready at (\S+)/.exec(text.toString())?.[1];
      if (url) done(url);
    });
  });
}

/** The next release: everything of this one, and a migration that old processes can ignore. */
async function upgrade(): Promise<void> {
  const dir = join(dataDir, 'migrations');
  mkdirSync(dir);
  for (const file of readdirSync(migrationsDir)) copyFileSync(join(migrationsDir, file), join(dir, file));
  writeFileSync(join(dir, '9000_next.sql'), "alter table account add nickname text not null default '';");
  const [major, minor, patch] = VERSION.split('.').map(Number);
  expect(await migrate(db.ownerUrl, { dir, version: `${major}.${minor}.${(patch ?? 0) + 1}` })).toEqual(['9000_next']);
}

const register = (url: string, email: string) =>
  fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ first_name: 'Ada', last_name: 'Owner', email, password: 'correct horse battery' }),
  });

test('on the schema of the next release, an old process keeps serving and restarts; past its minor version it is refused', async () => {
  const url = await begin();
  await upgrade();
  const [later] = await Promise.all([begin(), register(url, 'during@example.com')]);
  for (const [one, email] of [
    [url, 'old@example.com'],
    [later, 'restarted@example.com'],
  ] as const) {
    expect((await fetch(`${one}/readyz`)).status).toBe(200);
    expect((await register(one, email)).status).toBe(200);
  }

  await withClient(db.ownerUrl, 'test', (c) =>
    c.query("update schema_migrations set oldest_version = '999.0.0' where number = 9000"),
  );
  expect(await begin()).toContain('(it contains migration 9000_next): start version 999.0.0 or later.');
  // It runs until it is replaced.
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
}, 90_000);
