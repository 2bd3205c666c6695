import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installTools } from '../../../../../scripts/tools.mjs';
import { embeddedPackage, findBinaries, startEmbedded, testSettings } from '../../db/embedded/index.ts';

export type PostgresMajor = 15 | 18;

export interface TestServer {
  /** A superuser's address: what QUAYSIDE_TEST_PG holds. */
  url: string;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

/**
 * A throw-away PostgreSQL for one test run. Its files go below the system's folder for temporary files; servers whose
 * test run was killed are stopped and removed on the way.
 */
export async function startTestServer(major: PostgresMajor, dir: string = freshDir(major)): Promise<TestServer> {
  mkdirSync(dir, { recursive: true, mode: 0o711 });
  const server = await startEmbedded({
    dataDir: dir,
    binaries: binariesOf(major),
    settings: testSettings,
    durable: false,
  });
  return {
    url: server.superuserUrl,
    async stop() {
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function binariesOf(major: PostgresMajor) {
  if (major === 18) return findBinaries(embeddedPackage());
  return findBinaries(`pg15-${process.platform}-${process.arch}`, path.join(installTools('testing'), 'from.js'));
}

const home = path.join(tmpdir(), `quayside-test-${process.getuid?.() ?? 'user'}`);

function freshDir(major: PostgresMajor): string {
  return path.join(home, `${major}-${process.pid}-${randomBytes(3).toString('hex')}`);
}

/** Stops and removes the servers of test runs that were killed before they could. */
export async function sweepTestServers(): Promise<void> {
  mkdirSync(home, { recursive: true, mode: 0o711 });
  for (const name of readdirSync(home)) {
    const major = Number.parseInt(name, 10);
    if (major !== 15 && major !== 18) continue;
    const starter = Number(name.split('-')[1]);
    if (isAlive(starter)) continue;
    try {
      // Taking it over is the way to stop it safely.
      await (await startTestServer(major, path.join(home, name))).stop();
    } catch {
      // In use by a run under another pid namespace, or beyond repair: left for a person to remove.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (err) {
    return (err as NodeJS.ErrnoException).code === 'EPERM';
  }
}
