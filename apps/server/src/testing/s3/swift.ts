import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { findSwift } from '../../../../../scripts/swift.mjs';
import type { Config } from '../../config.ts';

/** Three seconds on an idle machine. */
const START_MS = 120_000;
const BETWEEN_MS = 200;

/** Ports that were free a moment ago. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

export interface Swift {
  s3: NonNullable<Config['s3']>;
  /** The settings of a process that uses this bucket. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** A real S3-compatible server (OpenStack Swift, objects in memory) with an empty bucket. */
export async function startSwift(): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-swift-'));
  const ports = await freePorts(4);
  const s3 = {
    bucketUrl: `http://127.0.0.1:${ports[0]}/quayside-files`,
    region: 'eu-central-1',
    keyId: 'quayside:files',
    secret: 'a-secret-of-the-tests',
  };
  const launcher = join(import.meta.dirname, 'serve-swift.py');
  const args = [launcher, folder, ...ports.map(String), 'quayside_files', s3.secret, s3.region];
  const server = spawn(findSwift(), args, { stdio: ['pipe', 'ignore', 'pipe'] });
  const said: Buffer[] = [];
  server.stderr.on('data', (piece: Buffer) => said.push(piece));
  server.stdin.on('error', () => undefined);
  const ended = once(server, 'exit');
  /** Can be called twice. */
  const stop = async () => {
    server.stdin.end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const makeBucket = async (): Promise<number | undefined> => {
    const signed = await new AwsV4Signer({
      method: 'PUT',
      url: s3.bucketUrl,
      headers: { 'x-amz-content-sha256': createHash('sha256').digest('hex') },
      accessKeyId: s3.keyId,
      secretAccessKey: s3.secret,
      region: s3.region,
      service: 's3',
    }).sign();
    const answer = await fetch(signed.url, { method: 'PUT', headers: signed.headers }).catch(() => undefined);
    return answer?.status;
  };
  const deadline = Date.now() + START_MS;
  while ((await makeBucket()) !== 200) {
    if (Date.now() > deadline || server.exitCode !== null) {
      await stop();
      throw new Error(`Swift did not start: ${Buffer.concat(said).toString('utf8').slice(-2_000)}`);
    }
    await wait(BETWEEN_MS);
  }
  return {
    s3,
    env: {
      S3_BUCKET_URL: s3.bucketUrl,
      S3_REGION: s3.region,
      S3_ACCESS_KEY_ID: s3.keyId,
      S3_SECRET_ACCESS_KEY: s3.secret,
      QUAYSIDE_PRIVATE_HOSTS: new URL(s3.bucketUrl).host,
    },
    stop,
  };
}
