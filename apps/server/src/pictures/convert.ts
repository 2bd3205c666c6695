import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Conversion, ConversionFault, ConversionOptions, Hashing } from './convert-picture.ts';

const MAIN = join(import.meta.dirname, 'convert-main.ts');
/** A picture within the limits takes a second or two; what takes longer is built to. */
const MOST_MS = 30_000;
/** The process ends when idle, which frees the image libraries' memory. */
const IDLE_MS = 15_000;

let child: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();

function start(): ChildProcess {
  const started = fork(MAIN, [], { serialization: 'advanced', stdio: 'ignore', env: {}, execArgv: [] });
  try {
    if (started.pid !== undefined) setPriority(started.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Exited already, or not permitted here: it then runs at normal priority.
  }
  started.on('error', () => undefined);
  started.on('exit', () => {
    if (child === started) child = undefined;
  });
  // Waiting for work must not keep this process alive.
  started.unref();
  started.channel?.unref();
  return started;
}

function stop(): void {
  clearTimeout(idle);
  child?.kill('SIGKILL');
  child = undefined;
}

function workNow<R>(order: Order): Promise<R | { fault: ConversionFault }> {
  clearTimeout(idle);
  child ??= start();
  const current = child;
  const { promise, resolve } = Promise.withResolvers<R | { fault: ConversionFault }>();
  // The process died of the file, or took too long for any honest one.
  const onExit = (): void => resolve({ fault: 'broken' });
  const late = setTimeout(() => {
    stop();
    onExit();
  }, MOST_MS);
  current.once('message', (result) => resolve(result as R));
  current.once('exit', onExit);
  current.channel?.ref();
  current.send(order, (error) => {
    if (error) onExit();
  });
  return promise.finally(() => {
    clearTimeout(late);
    current.removeAllListeners('message');
    current.off('exit', onExit);
    current.channel?.unref();
    idle = setTimeout(stop, IDLE_MS);
    idle.unref();
  });
}

/** A large upload is read by the other process only. */
type Source = { bytes: Uint8Array } | { path: string };
/** What the other process does: a conversion, or a hash. */
export type Order = Source & { options: ConversionOptions | 'hash' };

function workInTurn<R>(order: Order): Promise<R | { fault: ConversionFault }> {
  const result = last.then(() => workNow<R>(order));
  last = result.catch(() => undefined);
  return result;
}

/** Converts an uploaded picture to WebP in a separate process, so that no upload can crash, block or read this one. */
export const convertUpload = (source: Source, options: ConversionOptions = {}): Promise<Conversion> =>
  workInTurn<Conversion>({ ...source, options });

/** What a picture looks like, found in the same process. */
export const hashUpload = (bytes: Uint8Array): Promise<Hashing> => workInTurn<Hashing>({ bytes, options: 'hash' });
