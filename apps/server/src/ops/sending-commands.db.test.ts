import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { sql } from '../db/index.ts';
import { findInstallationHold, holdAfterRestore, watchServer } from '../sending/index.ts';
import { testDatabase } from '../testing/db/index.ts';
import { withDatabase } from './with-database.ts';

// Each test starts up to five processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });
const run = promisify(execFile);
const root = join(import.meta.dirname, '../../../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const db = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'quayside-ops-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = { DATABASE_URL: db.ownerUrl, QUAYSIDE_APP_DATABASE_URL: db.appUrl, QUAYSIDE_DATA: folder };

/** Runs `npm run <name>` on the test's database. */
async function command(name: 'restored' | 'resume-sending'): Promise<{ code: number; printed: string }> {
  const file = scripts[name]?.replace(/^node /, '') ?? '';
  try {
    const { stdout } = await run(process.execPath, [join(root, file)], { env: { PATH: process.env.PATH, ...env } });
    return { code: 0, printed: stdout.trim() };
  } catch (err) {
    const { code, stderr } = err as { code: number; stderr: string };
    return { code, printed: stderr.trim() };
  }
}

interface Row {
  restored_at: string | null;
  current_until: string | null;
  seen_at: string | null;
  checked_at: string | null;
}
const row = async (): Promise<Row> => {
  const found = await db.global((tx) =>
    tx.first<Row>(sql`select restored_at, current_until, seen_at, checked_at from installation`),
  );
  if (!found) throw new Error('installation row not found');
  return found;
};
const reason = async () => (await db.global((tx) => findInstallationHold(tx)))?.reason;

beforeEach(async () => {
  await db.global((tx) =>
    tx.run(sql`update installation set server = null, restored_at = null, current_until = null, seen_at = null,
      checked_at = null, sending_held_since = null, sending_held_reason = null`),
  );
  await watchServer(db);
});

const RESUMED = { code: 0, printed: 'Sending resumed.' };
const NOT_PAUSED = { code: 0, printed: 'Sending was not paused.' };

it('resume-sending changes nothing on a database that was never held', async () => {
  const before = await row();
  expect(await command('resume-sending')).toEqual(NOT_PAUSED);
  expect(await row()).toEqual(before);
  expect(before.restored_at).toBeNull();
});

it('restored holds, also run twice, and keeps when the data was last current', async () => {
  await db.global((tx) => tx.run(sql`update installation set seen_at = '2026-01-02T03:04:05Z'`));
  expect(await command('restored')).toMatchObject({ code: 0, printed: expect.stringContaining('Sending is paused.') });
  expect(await reason()).toBe('restored');
  const first = await row();
  expect(first.current_until).toBe('2026-01-02T03:04:05.000Z');

  expect(await command('restored')).toMatchObject({ code: 0 });
  const second = await row();
  expect(second.current_until).toBe(first.current_until);
  expect(Date.parse(second.restored_at ?? '')).toBeGreaterThan(Date.parse(first.restored_at ?? ''));
  // A running Quayside keeps it paused, and suppliers are checked again.
  expect(await watchServer(db)).toBe('same');
  expect(await row()).toEqual(second);
  expect(await reason()).toBe('restored');

  expect(await command('resume-sending')).toEqual(RESUMED);
  expect(await reason()).toBeUndefined();
  expect(await command('resume-sending')).toEqual(NOT_PAUSED);
  // Everything sent before is still looked up.
  expect(await row()).toMatchObject({ restored_at: second.restored_at, current_until: second.current_until });
});

it('in the wrong order: restored after resume-sending holds all the same', async () => {
  expect(await command('resume-sending')).toEqual(NOT_PAUSED);
  expect(await command('restored')).toMatchObject({ code: 0 });
  expect(await reason()).toBe('restored');
});

it('resume-sending before a changed server was noted by a start leaves sending paused and says so', async () => {
  await db.global((tx) => tx.run(sql`update installation set server = '7000000000000000000/00000001/5'`));
  const early = await command('resume-sending');
  expect(early).toMatchObject({ code: 1, printed: expect.stringContaining('Start Quayside first') });
  expect(await reason()).toBe('server_changed');
  expect((await row()).restored_at).toBeNull();

  expect(await watchServer(db)).toBe('changed');
  expect(await command('resume-sending')).toEqual(RESUMED);
  expect(await reason()).toBeUndefined();
});

it('restored counts over a failover that was noted: it no longer resumes automatically', async () => {
  await db.global((tx) => holdAfterRestore(tx, 'server_changed'));
  expect(await command('restored')).toMatchObject({ code: 0 });
  expect(await reason()).toBe('restored');
  expect((await row()).checked_at).toBeNull();
});

it('commands read .env as a start does, so that they reach the same database', async () => {
  const lines = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  writeFileSync(join(folder, '.env'), lines.join('\n'));
  const before = { ...process.env };
  try {
    for (const name of Object.keys(env)) delete process.env[name];
    let name: string | undefined;
    await withDatabase(async (there) => {
      name = (await there.global((tx) => tx.first<{ name: string }>(sql`select current_database() as name`)))?.name;
    }, folder);
    expect(name).toBe(db.name);
  } finally {
    process.env = before;
  }
});
