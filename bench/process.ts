import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Served {
  url: string;
  floorUrl: string;
  dataDir: string;
  sandboxUrl?: string;
  pid: number;
  /** Milliseconds from the start of the process to its readiness. */
  readyMs: number;
  stop(): Promise<void>;
  /** SIGKILL. PostgreSQL and the sandbox outlive it; the next server on the same data takes them over. */
  kill(): Promise<void>;
}

const manifest = join(import.meta.dirname, '../package.json');
/** What `npm start` gives Node. */
export const NODE_FLAGS = (JSON.parse(readFileSync(manifest, 'utf8')) as { scripts: { start: string } }).scripts.start
  .split(' ')
  .slice(1, -1);

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode === null && child.signalCode === null
    ? new Promise((done) => child.once('exit', () => done()))
    : Promise.resolve();

/** Starts bench/server.ts on a data folder; its first line says where it is. */
export async function serve(dataDir: string, settings: Record<string, string> = {}): Promise<Served> {
  const began = performance.now();
  const child = spawn(process.execPath, [...NODE_FLAGS, join(import.meta.dirname, 'server.ts')], {
    env: {
      ...process.env,
      PORT: '0',
      QUAYSIDE_DATA: dataDir,
      QUAYSIDE_SANDBOX: 'off',
      QUAYSIDE_LOG: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const first = await new Promise<string>((done, fail) => {
    createInterface({ input: child.stdout }).once('line', done);
    child.once('exit', (code) => fail(new Error(`the server ended with ${code}`)));
  });
  return {
    ...(JSON.parse(first) as Pick<Served, 'url' | 'floorUrl' | 'dataDir' | 'sandboxUrl'>),
    pid: child.pid ?? 0,
    readyMs: performance.now() - began,
    async stop() {
      child.kill('SIGTERM');
      await ended(child);
    },
    async kill() {
      child.kill('SIGKILL');
      await ended(child);
    },
  };
}

/** The memory of a process itself now and at the most so far, in MB. Linux only. */
export function residentOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024;
  return { now: of('VmRSS'), peak: of('VmHWM') };
}

/** Proportional set size of a process and its children, in MB; `except` is a child that is counted elsewhere. Linux only. */
export function memoryOf(pid: number, except?: number): number {
  const own = Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return (
    own / 1024 +
    children.map(Number).reduce((sum, child) => (child === except ? sum : sum + memoryOf(child, except)), 0)
  );
}

const MAIN = join(import.meta.dirname, '../apps/server/src/main.ts');

/** A process as `npm start -- ...args` starts it on a DATABASE_URL; settles when it is ready. */
export async function startMain(
  databaseUrl: string,
  dataDir: string,
  settings: Record<string, string>,
  args: readonly string[] = [],
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      QUAYSIDE_DATA: dataDir,
      QUAYSIDE_LOG: 'error',
      APP_SECRET: 'a secret of the benchmark, 32 or longer',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((done, fail) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).once('line', () => done());
    child.once('exit', (code) => fail(new Error(`the process ended with ${code}`)));
  });
  return child;
}
