import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';

export interface Child {
  name: string;
  pid(): number | undefined;
  /** Starts it and waits until it says that it is ready. Throws with its last words when it does not. */
  start(): Promise<void>;
  /** SIGKILL, at once; settles when the process is gone. */
  kill(): Promise<void>;
  /** Asks it to stop; SIGKILL when it does not within ten seconds. */
  stop(): Promise<void>;
  /** Settles while it is up, or once it is again. */
  whenUp(): Promise<void>;
}

const READY = /is ready/;
const START_MS = 300_000;

/** One process of Quayside as `node main.ts` starts it. Its log goes to a file. */
export function createChild(name: string, command: string[], env: Record<string, string>, logFile: string): Child {
  let child: ChildProcess | undefined;
  let up: Promise<void> = Promise.resolve();
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
      const late = setTimeout(() => reject(new Error(`${name} did not start in time; see ${logFile}`)), START_MS);
      started.once('exit', (code, signal) => {
        clearTimeout(late);
        const words = readFileSync(logFile, 'utf8').slice(-2_000);
        reject(new Error(`${name} ended before it was ready (${code ?? signal}): ${words}`));
      });
      started.stdout?.on('data', (text: Buffer) => {
        if (!READY.test(text.toString())) return;
        clearTimeout(late);
        resolve();
      });
    });
  }

  return {
    name,
    pid: () => (child && child.exitCode === null && child.signalCode === null ? child.pid : undefined),
    start() {
      up = begin();
      up.catch(() => undefined);
      return up;
    },
    async kill() {
      const one = child;
      if (!one) return;
      one.kill('SIGKILL');
      await gone(one);
    },
    async stop() {
      const one = child;
      if (!one) return;
      one.kill('SIGTERM');
      const late = setTimeout(() => one.kill('SIGKILL'), 10_000);
      await gone(one);
      clearTimeout(late);
    },
    whenUp: () => up,
  };
}
