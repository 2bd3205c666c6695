import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Child {
  name: string;
  pid(): number | undefined;
  /**
   * Starts it and waits until it says that it is ready. One that ends before is started again, as a supervisor does: a start
   * that loses its database ends. Throws with its last words when no start succeeds.
   */
  start(): Promise<void>;
  /** SIGKILL, at once; settles when the process is gone. */
  kill(): Promise<void>;
  /** Asks it to stop; SIGKILL when it does not within ten seconds. */
  stop(): Promise<void>;
  /** Settles while it is up, or once it is again. */
  whenUp(): Promise<void>;
  /** Why starts of it ended before it was ready. */
  failedStarts(): readonly string[];
}

const READY = /is ready/;
const START_MS = 300_000;
const MOST_STARTS = 5;
const AGAIN_MS = 1_000;

/** Why a process says that it did not start. */
const reasonIn = (log: string): string =>
  [...log.matchAll(/^Quayside did not start\. (.*)$/gm)].at(-1)?.[1] ?? 'no reason given';

/** One process of Quayside as `node main.ts` starts it. Its log goes to a file. */
export function createChild(name: string, command: string[], env: Record<string, string>, logFile: string): Child {
  let child: ChildProcess | undefined;
  let up: Promise<void> = Promise.resolve();
  const endedByUs = new WeakSet<ChildProcess>();
  const failedStarts: string[] = [];
  const gone = (one: ChildProcess) =>
    one.exitCode !== null || one.signalCode !== null
      ? Promise.resolve()
      : new Promise<void>((done) => one.once('exit', () => done()));

  function begin(): Promise<void> {
    const log = openSync(logFile, 'a');
    const started = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', log] });
    closeSync(log);
    child = started;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        endedByUs.add(started);
        started.kill('SIGKILL');
        reject(new Error(`${name} did not start in time; see ${logFile}`));
      }, START_MS);
      started.once('exit', (code, signal) => {
        clearTimeout(late);
        const words = readFileSync(logFile, 'utf8').slice(-2_000);
        if (!endedByUs.has(started)) failedStarts.push(`${name} (${code ?? signal}): ${reasonIn(words)}`);
        reject(new Error(`${name} ended before it was ready (${code ?? signal}): ${words}`));
      });
      started.stdout?.on('data', (text: Buffer) => {
        if (!READY.test(text.toString())) return;
        clearTimeout(late);
        resolve();
      });
    });
  }

  async function bringUp(): Promise<void> {
    for (let starts = 1; ; starts += 1) {
      const starting = begin();
      const started = child;
      try {
        return await starting;
      } catch (error) {
        await sleep(AGAIN_MS);
        if (starts === MOST_STARTS || !started || endedByUs.has(started)) throw error;
      }
    }
  }

  return {
    name,
    pid: () => (child && child.exitCode === null && child.signalCode === null ? child.pid : undefined),
    start() {
      up = bringUp();
      up.catch(() => undefined);
      return up;
    },
    async kill() {
      const one = child;
      if (!one) return;
      endedByUs.add(one);
      one.kill('SIGKILL');
      await gone(one);
    },
    async stop() {
      const one = child;
      if (!one) return;
      endedByUs.add(one);
      one.kill('SIGTERM');
      const late = setTimeout(() => one.kill('SIGKILL'), 10_000);
      await gone(one);
      clearTimeout(late);
    },
    whenUp: () => up,
    failedStarts: () => failedStarts,
  };
}
