import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ensureAppRole } from './app-role.ts';
import { withClient } from './connection.ts';
import { type EmbeddedServer, startEmbedded } from './embedded/index.ts';

// Each test starts real servers, sometimes on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const dataDir = mkdtempSync(path.join(tmpdir(), 'quayside-role-'));
chmodSync(dataDir, 0o755);
let server: EmbeddedServer;

beforeAll(async () => {
  server = await startEmbedded({ dataDir, durable: false });
  await admin("create role plain login password 'plain'; create database plain owner plain");
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const admin = async (statements: string) => {
  for (const statement of statements.split(';').filter((text) => text.trim() !== '')) {
    await withClient(server.superuserUrl, 'test', (c) => c.query(statement));
  }
};

const login = (user: string, password: string, database: string) => {
  const url = new URL(server.ownerUrl);
  url.username = user;
  url.password = password;
  url.pathname = `/${database}`;
  return url.href;
};

const whoIs = (url: string) =>
  withClient(url, 'test', async (c) => {
    const { rows } = await c.query('select rolname, rolsuper, rolbypassrls from pg_roles where rolname = current_user');
    return rows[0];
  });

// In this order: the role belongs to the server, and each test continues from the previous one.
test('an owner who may not make roles is told the SQL to run, which works', async () => {
  const ownerUrl = login('plain', 'plain', 'plain');
  const refused = await ensureAppRole({ ownerUrl, dataDir }).catch((err: Error) => err.message);
  const statements = /run "([^"]*"[^"]*"[^"]*)"/.exec(String(refused))?.[1];
  expect(statements).toMatch(/^create role quayside_app login .* grant connect on database "plain" to quayside_app;$/);
  await admin((statements ?? '').replace('<a password>', 'given'));
  const appUrl = login('quayside_app', 'given', 'plain');
  expect(await ensureAppRole({ ownerUrl, appUrl, dataDir })).toBe(appUrl);
  expect(await whoIs(appUrl)).toEqual({ rolname: 'quayside_app', rolsuper: false, rolbypassrls: false });
});

test('a role that serves another database is not taken from it', async () => {
  await expect(ensureAppRole({ ownerUrl: server.ownerUrl, dataDir })).rejects.toThrow(
    'already serves the database "plain"',
  );
  await admin('revoke connect on database plain from quayside_app; drop role quayside_app');
});

test('the role is made once; every machine on the same DATABASE_URL finds the same login', async () => {
  const { ownerUrl } = server;
  const together = await Promise.all([1, 2, 3].map((n) => ensureAppRole({ ownerUrl, dataDir: `/nowhere/${n}` })));
  const appUrl = await ensureAppRole({ ownerUrl, dataDir });
  expect(together).toEqual([appUrl, appUrl, appUrl]);
  expect(await whoIs(appUrl)).toEqual({ rolname: 'quayside_app', rolsuper: false, rolbypassrls: false });
});

test("the role follows a change of the owner's password", async () => {
  const before = await ensureAppRole({ ownerUrl: server.ownerUrl, dataDir });
  await admin("alter role quayside password 'changed'");
  const after = await ensureAppRole({ ownerUrl: login('quayside', 'changed', 'quayside'), dataDir });
  expect(after).not.toBe(before);
  await expect(whoIs(before)).rejects.toMatchObject({ code: '28P01' });
});

test('a login that could step round row level security, or has no rights, is refused', async () => {
  const ownerUrl = login('quayside', 'changed', 'quayside');
  await expect(ensureAppRole({ ownerUrl, appUrl: server.superuserUrl, dataDir })).rejects.toThrow('can bypass');
  await withClient(ownerUrl, 'test', (c) => c.query('create table owned (id int)'));
  await expect(ensureAppRole({ ownerUrl, appUrl: ownerUrl, dataDir })).rejects.toThrow('can bypass');
  await admin("create role stranger login password 's'; grant connect on database quayside to stranger");
  const appUrl = login('stranger', 's', 'quayside');
  await expect(ensureAppRole({ ownerUrl, appUrl, dataDir })).rejects.toThrow('grant quayside_app to "stranger"');
  await admin('grant quayside_app to stranger');
  expect(await ensureAppRole({ ownerUrl, appUrl, dataDir })).toBe(appUrl);
});
