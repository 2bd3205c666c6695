import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Binaries, program } from './binaries.ts';

/** Contents of postmaster.pid. */
export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

const pidFileIn = (clusterDir: string): string => path.join(clusterDir, 'postmaster.pid');

/** The server in the pid file, whether it is alive or not. */
export function readPostmaster(clusterDir: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(pidFileIn(clusterDir), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]) || 0, ready: lines[7]?.trim() === 'ready' };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (err) {
    return (err as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether the process is a PostgreSQL on this folder: after a power failure the pid may belong to anything. undefined
 * where the system does not say.
 */
export function servesCluster(pid: number, clusterDir: string): boolean | undefined {
  const command = commandOf(pid);
  if (command === undefined) return process.platform === 'win32' ? undefined : false;
  return command.includes('postgres') && (command.includes(clusterDir) || command.includes(realpathSync(clusterDir)));
}

function commandOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    if (process.platform === 'win32') return undefined;
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return undefined;
  }
}

/** For a pid file whose process is certainly not a PostgreSQL of this folder. */
export function removePidFile(clusterDir: string): void {
  rmSync(pidFileIn(clusterDir), { force: true });
}

/**
 * Waits until the pid file reports that server `pid` accepts connections; undefined after `gaveUp` or the time limit. A
 * killed server's file also says "ready", so the pid must match.
 */
export async function waitReady(
  clusterDir: string,
  pid: number,
  ms: number,
  gaveUp: () => boolean,
): Promise<Postmaster | undefined> {
  const until = Date.now() + ms;
  while (Date.now() < until && !gaveUp()) {
    const seen = readPostmaster(clusterDir);
    if (seen?.ready && seen.pid === pid) return seen;
    await sleep(10);
  }
  return undefined;
}

/**
 * Stops the server with a fast shutdown. After 4 s it is stopped immediately, which costs the next start a recovery and
 * loses no committed data.
 */
export async function stopPostmaster(clusterDir: string, pid: number, binaries: Binaries): Promise<void> {
  signal('SIGINT', clusterDir, pid, binaries);
  if (await gone(clusterDir, pid, 4_000)) return;
  signal('SIGQUIT', clusterDir, pid, binaries);
  await gone(clusterDir, pid, 5_000);
}

function signal(name: 'SIGINT' | 'SIGQUIT', clusterDir: string, pid: number, binaries: Binaries): void {
  try {
    if (process.platform === 'win32') {
      const mode = name === 'SIGINT' ? 'fast' : 'immediate';
      execFileSync(program(binaries, 'pg_ctl'), ['stop', '-D', clusterDir, '-m', mode, '-W'], { stdio: 'ignore' });
    } else {
      process.kill(pid, name);
    }
  } catch {
    // Already gone.
  }
}

/** The pid file goes last; an unreaped process may stay in the process table after it. */
async function gone(clusterDir: string, pid: number, ms: number): Promise<boolean> {
  const until = Date.now() + ms;
  while (Date.now() < until) {
    if (!isAlive(pid) || readPostmaster(clusterDir)?.pid !== pid) return true;
    await sleep(10);
  }
  return false;
}
