import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Account } from './account.ts';
import { type Binaries, program } from './binaries.ts';
import { runProgram } from './run.ts';
import type { Passwords } from './secrets.ts';
import { StartRefused } from './start-refused.ts';

export const superuserName = 'postgres';
export const ownerName = 'quayside';
export const databaseName = 'quayside';

export interface InitOptions {
  binaries: Binaries;
  account: Account | undefined;
  passwords: Passwords;
  /** false for throw-away servers: skips fsync. */
  durable: boolean;
}

/**
 * Creates the cluster with its owner and database, unless it exists. It is created under a temporary name and renamed
 * when complete, so an interrupted first start leaves nothing behind.
 */
export async function initCluster(clusterDir: string, options: InitOptions): Promise<void> {
  const home = path.dirname(clusterDir);
  dropUnfinished(home);
  if (existsSync(clusterDir)) return checkMajor(clusterDir, options.binaries);
  const making = path.join(home, `making-${process.pid}`);
  mkdirSync(making, { mode: 0o700 });
  const passwordFile = path.join(making, 'password');
  const cluster = path.join(making, 'cluster');
  writeFileSync(passwordFile, options.passwords.superuser, { mode: 0o600 });
  own(making, options.account);
  own(passwordFile, options.account);
  const { account } = options;
  const locale = localeOptions(options.binaries.major);
  const speed = options.durable ? [] : ['--no-sync'];
  await runProgram(
    program(options.binaries, 'initdb'),
    [
      '-D',
      cluster,
      '-U',
      superuserName,
      '--pwfile',
      passwordFile,
      '--auth=scram-sha-256',
      '-E',
      'UTF8',
      ...locale,
      ...speed,
    ],
    { account, cwd: making },
  );
  // Single-user mode: no server listens before its passwords are set. One statement a line.
  await runProgram(program(options.binaries, 'postgres'), ['--single', '-D', cluster, 'postgres'], {
    account,
    cwd: cluster,
    input: [
      `create role ${ownerName} login createrole password '${options.passwords.owner}'`,
      `create database ${databaseName} owner ${ownerName}`,
      `revoke all on database ${databaseName} from public`,
      '',
    ].join('\n'),
  });
  renameSync(cluster, clusterDir);
  rmSync(making, { recursive: true, force: true });
}

/** Sorts by code point, whatever the machine's language is; queries with a visible order name a collation. */
function localeOptions(major: number): string[] {
  return major >= 17 ? ['--locale-provider=builtin', '--locale=C.UTF-8'] : ['--locale=C', '--lc-ctype=C.UTF-8'];
}

function checkMajor(clusterDir: string, binaries: Binaries): void {
  const made = readFileSync(path.join(clusterDir, 'PG_VERSION'), 'utf8').trim();
  if (made !== String(binaries.major)) {
    throw new StartRefused(
      `The data in ${clusterDir} belongs to PostgreSQL ${made}, and this version of Quayside includes PostgreSQL ${binaries.major}: start the version of Quayside that created it, back it up there and restore it here.`,
    );
  }
}

function dropUnfinished(home: string): void {
  for (const name of readdirSync(home)) {
    if (name.startsWith('making-')) rmSync(path.join(home, name), { recursive: true, force: true });
  }
}

function own(file: string, account: Account | undefined): void {
  if (account) chownSync(file, account.uid, account.gid);
}
