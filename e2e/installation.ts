import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as forward } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@quayside/testing/free-port.ts';
import { loopbackCertificate } from './certificate.ts';
import { expect } from './kit.ts';

const root = join(import.meta.dirname, '..');

const listening = (server: Server): Promise<number> =>
  new Promise((done) => server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)));

export interface Installation {
  /** Its public address, by https. */
  url: string;
  /** Where its sandbox is: people of an installation that strangers can reach are not told. */
  sandboxUrl(): string;
  /** The link by which its operator's account is claimed, once the start has printed it. */
  claim(): Promise<string>;
  stop(): Promise<void>;
}

/** A Quayside of its own on this machine, as the one command of the README starts it. */
export async function installHere(
  settings: Readonly<Record<string, string>> = {},
): Promise<Pick<Installation, 'url' | 'stop'>> {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-here-'));
  // As root, data below a closed folder is kept elsewhere.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      QUAYSIDE_DATA: join(folder, 'data'),
      QUAYSIDE_SANDBOX: 'on',
      ...settings,
    },
  });
  const stop = async (): Promise<void> => {
    const gone = new Promise((done) => child.once('exit', done));
    if (child.exitCode === null && child.kill('SIGTERM')) await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  const ready = () =>
    fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  try {
    await expect.poll(ready, { timeout: 60_000 }).toBe(true);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

/** A Quayside of its own behind a proxy that speaks https, as one on the internet is: APP_URL is the proxy's address. */
export async function installBehindHttps(settings: Readonly<Record<string, string>> = {}): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-https-'));
  // As root, data below a closed folder is kept elsewhere.
  chmodSync(folder, 0o755);
  const { cert, key } = loopbackCertificate();
  const trusted = join(folder, 'authority.pem');
  writeFileSync(trusted, cert);
  const port = await freePort();
  const proxy = createSecure({ cert, key }, (request, response) => {
    const headers = { ...request.headers, 'x-forwarded-proto': 'https' };
    const inner = forward({ host: '127.0.0.1', port, method: request.method, path: request.url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    inner.on('error', () => response.destroy());
    response.on('close', () => inner.destroy());
    request.pipe(inner);
  });
  const url = `https://127.0.0.1:${await listening(proxy)}`;
  const child: ChildProcess = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      APP_URL: url,
      QUAYSIDE_DATA: join(folder, 'data'),
      QUAYSIDE_SANDBOX: 'on',
      NODE_EXTRA_CA_CERTS: trusted,
      ...settings,
    },
  });
  let said = '';
  child.stdout?.on('data', (part: Buffer) => {
    said += part.toString();
  });
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  const stop = async (): Promise<void> => {
    proxy.closeAllConnections();
    proxy.close();
    const gone = new Promise((done) => child.once('exit', done));
    if (child.exitCode === null && child.kill('SIGTERM')) await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await expect.poll(ready, { timeout: 60_000 }).toBe(true);
  } catch (error) {
    await stop();
    throw error;
  }
  const sandboxUrl = (): string => {
    const facts = JSON.parse(readFileSync(join(folder, 'data/sandbox/sandbox.json'), 'utf8')) as { port: number };
    return `http://127.0.0.1:${facts.port}`;
  };
  const claim = async (): Promise<string> => {
    const link = () => /https?:\/\/\S+\/claim-operator\S+/.exec(said)?.[0] ?? '';
    await expect.poll(link, { timeout: 30_000 }).not.toBe('');
    return link();
  };
  return { url, sandboxUrl, claim, stop };
}
