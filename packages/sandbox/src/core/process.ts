import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { sandboxVersion } from './version.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const START_MS = 15_000;
const STOP_MS = 6000;
/** A busy one must not count as hung: it would be ended and started again. */
const HEALTH_MS = START_MS;

const facts = z.object({ port: z.number(), pid: z.number(), version: z.string() });
const healthAnswer = z.object({ version: z.string(), pid: z.number(), dataDir: z.string() });

export interface SandboxProcess {
  baseUrl: string;
  port: number;
  pid: number;
  /** false when a running one was found and taken over. */
  started: boolean;
}

function readFacts(dataDir: string): z.infer<typeof facts> | undefined {
  try {
    return facts.parse(JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8')));
  } catch {
    return undefined;
  }
}

/** The sandbox that serves this folder, when it answers; its port alone could belong to anybody by now. */
async function healthy(dataDir: string): Promise<(SandboxProcess & { version: string }) | undefined> {
  const known = readFacts(dataDir);
  if (!known) return undefined;
  const baseUrl = `http://127.0.0.1:${known.port}`;
  try {
    const answer = await fetch(`${baseUrl}/control/health`, { signal: AbortSignal.timeout(HEALTH_MS) });
    const health = healthAnswer.parse(await answer.json());
    if (health.dataDir !== dataDir) return undefined;
    return { baseUrl, port: known.port, pid: health.pid, started: false, version: health.version };
  } catch {
    return undefined;
  }
}

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Whether a process is a sandbox of ours; where the system does not tell (no /proc), only a healthy answer counts. */
const isSandbox = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(MAIN);
  } catch {
    return false;
  }
};

const portFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });

/** One starter at a time for a folder; a lock left by a dead process is taken. */
async function withLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const lock = join(dataDir, 'sandbox.lock');
  const until = Date.now() + START_MS;
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = Number(readHolder(lock));
      if (holder && !alive(holder)) rmSync(lock, { force: true });
      else if (Date.now() > until) throw new Error(`lock ${lock} is held by process ${holder}`);
      else await sleep(50);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function readHolder(lock: string): string {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return '';
  }
}

async function kill(pid: number): Promise<void> {
  process.kill(pid, 'SIGTERM');
  const until = Date.now() + STOP_MS;
  while (alive(pid)) {
    if (Date.now() > until) process.kill(pid, 'SIGKILL');
    await sleep(25);
  }
}

async function stopKnown(dataDir: string): Promise<boolean> {
  const pid = (await healthy(dataDir))?.pid ?? readFacts(dataDir)?.pid;
  if (pid === undefined || !alive(pid)) return false;
  if (!(await healthy(dataDir)) && !isSandbox(pid)) return false;
  await kill(pid);
  return true;
}

/** Waits for a sandbox that was just started. One that takes too long is killed: nobody would ever end it. */
async function ready(dataDir: string, child: ChildProcess, logFile: string, startMs: number): Promise<SandboxProcess> {
  const until = Date.now() + startMs;
  while (Date.now() < until) {
    const found = await healthy(dataDir);
    if (found && found.pid === child.pid) return { ...found, started: true };
    if (child.exitCode !== null || child.signalCode !== null) break;
    await sleep(20);
  }
  child.kill('SIGKILL');
  while (child.exitCode === null && child.signalCode === null) await sleep(5);
  throw new Error(`sandbox did not start: see ${logFile}`);
}

const usersOf = (dataDir: string): string => join(dataDir, 'sandbox.users');

/** Writes this process down as one that uses the sandbox of a folder. */
function noteUser(dataDir: string): void {
  mkdirSync(usersOf(dataDir), { recursive: true });
  writeFileSync(join(usersOf(dataDir), String(process.pid)), '');
}

/** Whether another process that lives uses it. */
function hasOthers(dataDir: string): boolean {
  const pids = readdirSync(usersOf(dataDir)).map(Number);
  return pids.some((pid) => pid !== process.pid && pid > 0 && alive(pid));
}

/**
 * The running sandbox of a folder, started when there is none. It is a process of its own that outlives a kill of its
 * parent and is found again through sandbox.json. The port is kept over restarts while it is free, because the
 * addresses of sandbox stores hold it. Throws when it does not come up within `startMs`, by default 15 s.
 */
export async function ensureSandbox(input: {
  dataDir: string;
  port?: number;
  startMs?: number;
}): Promise<SandboxProcess> {
  const dataDir = resolve(input.dataDir);
  mkdirSync(dataDir, { recursive: true });
  return withLock(dataDir, async () => {
    const found = await healthy(dataDir);
    const portFits = input.port === undefined || input.port === 0 || found?.port === input.port;
    if (found && found.version === sandboxVersion() && portFits) {
      const { version: _version, ...running } = found;
      noteUser(dataDir);
      return running;
    }
    const last = readFacts(dataDir)?.port;
    await stopKnown(dataDir);
    const wanted = input.port || (last !== undefined && (await portFree(last)) ? last : 0);
    const logFile = join(dataDir, 'sandbox.log');
    const log = openSync(logFile, 'a');
    const child = spawn(process.execPath, [MAIN, '--data', dataDir, '--port', String(wanted)], {
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    child.unref();
    const running = await ready(dataDir, child, logFile, input.startMs ?? START_MS);
    noteUser(dataDir);
    return running;
  });
}

/**
 * Stops the sandbox of a folder; false when none ran. unlessUsed: only ends this process's use of it while another
 * process of the installation uses it.
 */
export async function stopSandbox(input: { dataDir: string; unlessUsed?: boolean }): Promise<boolean> {
  const dataDir = resolve(input.dataDir);
  if (!input.unlessUsed) return stopKnown(dataDir);
  return withLock(dataDir, async () => {
    rmSync(join(usersOf(dataDir), String(process.pid)), { force: true });
    return hasOthers(dataDir) ? false : stopKnown(dataDir);
  });
}
