import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findInstallationHold, watchServer } from '../sending/index.ts';
import { serverAccount } from './embedded/account.ts';
import { prepareBinaries, program } from './embedded/binaries.ts';
import { embeddedPackage, findBinaries, startEmbedded, testSettings } from './embedded/index.ts';
import { runProgram } from './embedded/run.ts';
import { createDb, ensureAppRole, migrate, sql } from './index.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'quayside-promotion-'));
// The account that PostgreSQL runs under needs access.
chmodSync(dataDir, 0o711);
const home = join(dataDir, 'postgres');
const cluster = join(home, 'cluster');
// A standby can't start from a WAL written at level "minimal".
const settings = { ...testSettings, wal_level: 'replica' };
const found = findBinaries(embeddedPackage());

let stopStandby = async (): Promise<unknown> => undefined;
afterAll(async () => {
  await stopStandby();
  rmSync(dataDir, { recursive: true, force: true });
});

it('holds on a standby and from its promotion on, as a real PostgreSQL reports them', {
  timeout: 180_000,
}, async () => {
  const primary = await startEmbedded({ dataDir, binaries: found, settings, durable: false });
  const { ownerUrl } = primary;
  const appUrl = await ensureAppRole({ ownerUrl, dataDir });
  await migrate(ownerUrl);
  const db = createDb({ ownerUrl, appUrl, poolSize: 2 });
  const held = () => db.global((tx) => findInstallationHold(tx));
  const identity = () =>
    db.global(async (tx) => (await tx.first<{ id: string | null }>(sql`select server_identity() as id`))?.id);
  try {
    expect(await watchServer(db)).toBe('same');
    expect(await held()).toBeUndefined();
    const before = (await identity()) ?? '';

    // The same files, as a replica of a server that is gone.
    await primary.stop();
    const account = serverAccount(cluster);
    const pgCtl = program(prepareBinaries(found, account, home), 'pg_ctl');
    const run = (...args: string[]) => runProgram(pgCtl, ['-D', cluster, ...args], { account, cwd: cluster });
    writeFileSync(join(cluster, 'standby.signal'), '');
    if (account) chownSync(join(cluster, 'standby.signal'), account.uid, account.gid);
    const all = { ...settings, port: new URL(ownerUrl).port };
    const options = Object.entries(all).map(([key, value]) => `-c ${key}='${value}'`);
    stopStandby = () => run('-m', 'immediate', 'stop');
    await run('-w', '-l', join(cluster, 'standby.log'), '-o', options.join(' '), 'start');

    // Anything sent now could not be recorded.
    await expect.poll(held).toMatchObject({ reason: 'server_changed' });
    expect(await identity()).toBeNull();

    await run('-w', 'promote');
    expect(await held()).toMatchObject({ reason: 'server_changed' });
    expect(await identity()).toBe(before.replace('/00000001/', '/00000002/'));
    expect(await watchServer(db)).toBe('changed');
    expect(await held()).toMatchObject({ reason: 'server_changed' });
    expect(await watchServer(db)).toBe('same');
  } finally {
    await db.close();
  }
});
