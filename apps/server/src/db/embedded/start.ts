import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { canPass, serverAccount } from './account.ts';
import { adopt } from './adopt.ts';
import { type Binaries, embeddedPackage, findBinaries, prepareBinaries } from './binaries.ts';
import { describeCluster, ownerUrl, superuserUrl } from './cluster.ts';
import { initCluster } from './init-cluster.ts';
import { launch } from './launch.ts';
import { lockDataDir, refuseUnfinished } from './lock.ts';
import { stopPostmaster } from './postmaster.ts';
import { passwordsIn } from './secrets.ts';
import { productionSettings } from './settings.ts';
import { StartRefused } from './start-refused.ts';

export interface EmbeddedOptions {
  /** The data folder returned by resolveDataDir. */
  dataDir: string;
  log?: (line: string) => void;
  /** Default: PostgreSQL 18 from npm for this machine. */
  binaries?: Binaries;
  /** Default: productionSettings. */
  settings?: Readonly<Record<string, string>>;
  /** false for throw-away servers. Default true. */
  durable?: boolean;
}

export interface EmbeddedServer {
  /** The owner's URL, in place of DATABASE_URL. */
  ownerUrl: string;
  /** The superuser's URL, only for operator commands on the embedded server. */
  superuserUrl: string;
  pid: number;
  /** True when a running server was adopted. */
  adopted: boolean;
  /** Stops the server (under 5 s) and unlocks the data folder. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL on a data folder and locks the folder for this process. Throws StartRefused with one
 * sentence when it can't.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const log = options.log ?? (() => undefined);
  const home = path.join(path.resolve(options.dataDir), 'postgres');
  const account = serverAccount(path.join(home, 'cluster'));
  mkdirSync(home, { recursive: true, mode: account ? 0o711 : 0o700 });
  if (account && !canPass(home, account)) {
    throw new StartRefused(
      `The account that runs the database has no access to ${home}: set QUAYSIDE_DATA to a folder it can access.`,
    );
  }
  const unlock = lockDataDir(options.dataDir);
  try {
    refuseUnfinished(options.dataDir);
    const binaries = prepareBinaries(options.binaries ?? findBinaries(embeddedPackage()), account, home);
    const clusterDir = path.join(home, 'cluster');
    const passwords = passwordsIn(path.join(home, 'passwords.json'), existsSync(clusterDir));
    await initCluster(clusterDir, { binaries, account, passwords, durable: options.durable ?? true });
    const settings = options.settings ?? productionSettings;
    const cluster = describeCluster(home, { binaries, account, passwords, settings });
    const found = await adopt(cluster);
    if (found) log(`Took over the database that was still running (process ${found.pid}).`);
    const server = found ?? (await launch(cluster));
    return {
      ownerUrl: ownerUrl(cluster, server.port),
      superuserUrl: superuserUrl(cluster, server.port),
      pid: server.pid,
      adopted: found !== undefined,
      async stop() {
        await stopPostmaster(cluster.dir, server.pid, binaries);
        unlock();
      },
    };
  } catch (err) {
    unlock();
    throw err;
  }
}
