import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { stopSandbox } from '@quayside/sandbox';
import { oneProcess } from './one-process.ts';
import { type Shape, severalProcesses } from './several-processes.ts';

const SHAPES = {
  'two-workers': { webs: 1, isPooled: false },
  'two-webs': { webs: 2, isPooled: false },
  'two-webs-pooled': { webs: 2, isPooled: true },
} as const satisfies Record<string, Shape>;

export type Layout = keyof typeof SHAPES | 'one-process';

/** How far each process's clock is off against the database's, in milliseconds. */
export interface Clocks {
  web: number;
  first: number;
  second: number;
}

/** What a process is known by: its own port of a connection, or its id. */
export interface Trace {
  port?: number | undefined;
  pid?: number | undefined;
}

/** A Quayside of processes that can be killed, with the sandbox beside it that outlives them. */
export interface Installation {
  url: string;
  sandboxUrl: string;
  /** The address of a superuser: for the judge and the counting of kills, never given to Quayside. */
  judgeUrl(): string;
  rows<T>(text: string, values?: unknown[]): Promise<T[]>;
  /** Kills the process that this belongs to with SIGKILL. undefined: it was gone already. */
  killOwner(of: Trace, look?: () => Promise<void>): Promise<Killed | undefined>;
  /** Kills the web process that gets the next request; another one serves meanwhile. undefined: no request, or no other one. */
  killWeb(withinMs: number): Promise<Killed | undefined>;
  /** Freezes the process that this belongs to with SIGSTOP. undefined: it is gone. */
  freeze(of: Trace): { thaw(): void } | undefined;
  /** From now on everything said to the database or by it takes so much longer; where nothing stands between, it does not. */
  slowDatabase(ms: number): void;
  /** Breaks the connections of every process to the database. */
  cutDatabase(): Promise<void>;
  /** Lets PostgreSQL end all its work at once and recover from its log, as after a crash. Settles when it is there again. false: it may not. */
  restartDatabase(): Promise<boolean>;
  /** Whether a process that works has this id. */
  isAlive(pid: number): boolean;
  /** Waits until there is a process that works; of two workers one may still be starting. */
  settled(): Promise<void>;
  /** Waits until every process works again; throws when one could not be started. */
  whole(): Promise<void>;
  /** Why starts of processes ended before they were ready; each was followed by another one. */
  failedStarts(): string[];
  stop(): Promise<void>;
}

export interface Killed {
  name: string;
  /** Settles when it works again. */
  back: Promise<void>;
}

/** Starts a Quayside in a layout of processes, with its data in this folder. */
export function install(
  layout: Layout,
  dataDir: string,
  more: Record<string, string> = {},
  clocks: Clocks = { web: 0, first: 0, second: 0 },
): Promise<Installation> {
  mkdirSync(dataDir, { recursive: true });
  // The account that PostgreSQL runs under must be able to pass.
  chmodSync(dataDir, 0o711);
  const installing =
    layout === 'one-process' ? oneProcess(dataDir, more) : severalProcesses(SHAPES[layout], dataDir, more, clocks);
  return installing.catch(async (error: unknown) => {
    // It is a process of its own and would outlive the drill.
    await stopSandbox({ dataDir: join(dataDir, 'sandbox') });
    throw error;
  });
}
