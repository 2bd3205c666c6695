import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { program } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { freePort } from './free-port.ts';
import { type Postmaster, stopPostmaster, waitReady } from './postmaster.ts';
import { programEnv } from './run.ts';
import { StartRefused } from './start-refused.ts';

const logLimit = 5_000_000;
// Recovery after a power failure replays the log, which takes time and is not a fault.
const readyWithinMs = 300_000;
const tries = 20;

/** Starts the server and waits until it accepts connections. It outlives this process; see adopt.ts. */
export async function launch(cluster: Cluster): Promise<Postmaster> {
  rotateLog(cluster.logFile);
  let reason = '';
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const port = await freePort(savedPort(cluster.portFile));
    writeFileSync(cluster.portFile, `${port}\n`);
    const from = sizeOf(cluster.logFile);
    const ready = await tryOnce(cluster, port);
    if (ready) {
      writeFileSync(cluster.signatureFile, cluster.signature);
      return ready;
    }
    reason = readFileSync(cluster.logFile, 'utf8').slice(from);
    // Another process took the port in between, or a killed server's processes are still exiting.
    if (
      !/could not bind|Address already in use|pre-existing shared memory|postmaster\.pid" already exists/.test(reason)
    )
      break;
    await sleep(250);
  }
  const last =
    reason
      .trim()
      .split('\n')
      .find((line) => /FATAL|PANIC|ERROR/.test(line)) ?? reason.trim();
  throw new StartRefused(`The database failed to start (${last}). See its log: ${cluster.logFile}.`);
}

async function tryOnce(cluster: Cluster, port: number): Promise<Postmaster | undefined> {
  const settings = { ...cluster.settings, port: String(port) };
  const args = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const log = openSync(cluster.logFile, 'a', 0o600);
  const child = spawn(program(cluster.binaries, 'postgres'), ['-D', cluster.dir, ...args], {
    cwd: cluster.dir,
    env: programEnv(),
    stdio: ['ignore', log, log],
    detached: true,
    windowsHide: true,
    ...cluster.account,
  });
  closeSync(log);
  let over = false;
  let failed: Error | undefined;
  child.on('exit', () => {
    over = true;
  });
  child.on('error', (err) => {
    over = true;
    failed = err;
  });
  child.unref();
  const ready = await waitReady(cluster.dir, child.pid ?? 0, readyWithinMs, () => over);
  if (failed) throw new StartRefused(`The database executable failed to run (${failed.message}).`);
  // A server that never became ready must not keep running unnoticed.
  if (!ready && !over && child.pid) await stopPostmaster(cluster.dir, child.pid, cluster.binaries);
  return ready;
}

function savedPort(file: string): number | undefined {
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) || undefined : undefined;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function rotateLog(file: string): void {
  if (sizeOf(file) > logLimit) renameSync(file, `${file}.1`);
}
