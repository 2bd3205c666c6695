import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { databaseName, ownerName, superuserName } from './init-cluster.ts';
import type { Passwords } from './secrets.ts';

/** One embedded PostgreSQL: its files and how to run it. */
export interface Cluster {
  dir: string;
  logFile: string;
  portFile: string;
  signatureFile: string;
  binaries: Binaries;
  account: Account | undefined;
  passwords: Passwords;
  settings: Readonly<Record<string, string>>;
  /** Of binaries and settings; a running server with a different one is restarted instead of adopted. */
  signature: string;
}

export function describeCluster(
  home: string,
  parts: Pick<Cluster, 'binaries' | 'account' | 'passwords' | 'settings'>,
): Cluster {
  const said = JSON.stringify([parts.binaries.version, parts.binaries.dir, parts.settings]);
  return {
    ...parts,
    dir: path.join(home, 'cluster'),
    logFile: path.join(home, 'server.log'),
    portFile: path.join(home, 'port'),
    signatureFile: path.join(home, 'signature'),
    signature: createHash('sha256').update(said).digest('hex'),
  };
}

/** The owner's URL, in place of DATABASE_URL. */
export function ownerUrl(cluster: Cluster, port: number): string {
  return ownerUrlAt(cluster.passwords, port);
}

export function ownerUrlAt({ owner }: Passwords, port: number): string {
  return `postgres://${ownerName}:${owner}@127.0.0.1:${port}/${databaseName}`;
}

export function superuserUrl(cluster: Cluster, port: number): string {
  return superuserUrlAt(cluster.passwords, port);
}

export function superuserUrlAt({ superuser }: Passwords, port: number): string {
  return `postgres://${superuserName}:${superuser}@127.0.0.1:${port}/${databaseName}`;
}
