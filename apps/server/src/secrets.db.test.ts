import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sql, withClient } from './db/index.ts';
import { forgetOtherSecrets, settleAppSecret } from './secrets.ts';
import { testDatabase } from './testing/db/index.ts';

const db = await testDatabase();
const dir = mkdtempSync(join(tmpdir(), 'quayside-secret-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const given = (appSecret?: string, previousAppSecret?: string, dataDir = dir) =>
  settleAppSecret(db.ownerUrl, { appSecret, previousAppSecret, dataDir });

// In this order: the database remembers.
test('a secret made at the first start is kept, and a folder without it is refused and left empty', async () => {
  const made = await given();
  expect(made).toBe(readFileSync(join(dir, 'app-secret'), 'utf8'));
  expect(await given()).toBe(made);
  const other = mkdtempSync(join(tmpdir(), 'quayside-secret-'));
  await expect(given(undefined, undefined, other)).rejects.toThrow('restore the file');
  expect(() => readFileSync(join(other, 'app-secret'))).toThrow('ENOENT');
  rmSync(other, { recursive: true });
});

test('another secret is refused; replacing it needs both until everything is re-encrypted', async () => {
  const old = await given();
  const fresh = 'a new secret for this installation';
  await expect(given(fresh)).rejects.toThrow('APP_SECRET is not the secret that this database was set up with');
  expect(await given(fresh, old)).toBe(fresh);
  await expect(given(fresh)).rejects.toThrow('uses two secrets');
  await forgetOtherSecrets(db.ownerUrl, fresh);
  expect(await given(fresh)).toBe(fresh);
  await expect(given(old)).rejects.toThrow('APP_SECRET is not the secret');
});

test('a database from before the fingerprint counts both secrets of its first start, and later no stray one', async () => {
  const [old, fresh] = ['the secret of an older release', 'a new secret for this installation'];
  await withClient(db.ownerUrl, 'test', (c) => c.query('delete from app_secret_fingerprint'));
  expect(await given(fresh, old)).toBe(fresh);
  await expect(given(fresh)).rejects.toThrow('uses two secrets');
  await forgetOtherSecrets(db.ownerUrl, fresh);
  expect(await given(fresh, 'a secret that encrypted nothing here')).toBe(fresh);
  expect(await given(fresh)).toBe(fresh);
});

test('the application cannot change the fingerprint', async () => {
  await expect(db.global((tx) => tx.run(sql`delete from app_secret_fingerprint`))).rejects.toThrow('permission denied');
});
