import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withClient } from '../connection.ts';
import { embeddedPackage, findBinaries, prepareBinaries } from './binaries.ts';
import { resolveDataDir } from './data-dir.ts';
import { startEmbedded } from './start.ts';

// Each test starts real servers, sometimes on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const isRoot = process.getuid?.() === 0;
let scratch: string;
let closed: string;

beforeEach(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'quayside-root-'));
  chmodSync(scratch, 0o755);
  closed = path.join(scratch, 'closed');
  mkdirSync(closed, { mode: 0o700 });
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

test('the data folder stays where it is asked for when the database can enter it', () => {
  const asked = path.join(scratch, 'a', 'data');
  expect(resolveDataDir(asked)).toEqual({ dir: asked });
  expect(statSync(asked).isDirectory()).toBe(true);
});

test('below a closed folder root gets a folder of its own elsewhere, and others theirs below it', () => {
  const elsewhere = path.join(scratch, 'elsewhere');
  const one = resolveDataDir(path.join(closed, 'one'), elsewhere);
  if (!isRoot) return expect(one).toEqual({ dir: path.join(closed, 'one') });
  expect(one.dir.startsWith(elsewhere)).toBe(true);
  expect(one.note).toContain(path.join(closed, 'one'));
  expect(resolveDataDir(path.join(closed, 'one'), elsewhere).dir).toBe(one.dir);
  expect(resolveDataDir(path.join(closed, 'two'), elsewhere).dir).not.toBe(one.dir);
});

test('binaries below a closed folder, without their links, are copied and run', async () => {
  const found = findBinaries(embeddedPackage());
  const hidden = { ...found, dir: path.join(closed, 'package', 'native') };
  cpSync(found.dir, hidden.dir, { recursive: true, verbatimSymlinks: true });
  const link = path.join(hidden.dir, 'lib', 'libpq.so.5');
  if (existsSync(link)) unlinkSync(link);
  const { dir } = resolveDataDir(path.join(closed, 'data'), path.join(scratch, 'elsewhere'));
  const server = await startEmbedded({ dataDir: dir, binaries: hidden, durable: false });
  try {
    const { rows } = await withClient(server.ownerUrl, 'test', (c) => c.query("select upper('ä') big"));
    expect(rows).toEqual([{ big: 'Ä' }]);
    expect(existsSync(path.join(dir, 'postgres', `binaries-${found.version}`))).toBe(isRoot);
    // The server process must not run as root.
    if (existsSync('/proc')) expect(statSync(`/proc/${server.pid}`).uid === 0).toBe(false);
  } finally {
    await server.stop();
  }
});

test('links are made where they are missing, also by several starts at once', () => {
  const found = findBinaries(embeddedPackage());
  const dir = path.join(scratch, 'package', 'native');
  cpSync(found.dir, dir, {
    recursive: true,
    filter: (from) => !/\.so(\.\d+)?$/.test(from) || !from.includes('libicu'),
  });
  const ready = [1, 2].map(() => prepareBinaries({ ...found, dir }, undefined, path.join(scratch, 'copies')));
  expect(ready.map((binaries) => binaries.dir)).toEqual([dir, dir]);
  expect(existsSync(path.join(dir, 'lib', process.platform === 'linux' ? 'libicuuc.so.60' : '.'))).toBe(true);
});
