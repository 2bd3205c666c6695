import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectorContext, createGuardedHttp } from '@quayside/connector-kit';
import { systemClock } from '@quayside/kernel';
import { loadEmulators, startSandbox } from '@quayside/sandbox';
import { FIXED_SECRETS } from '@quayside/sandbox/fixed-secrets.ts';

/** A sandbox world of a test's own, steered over its control calls as a judge would. */
export interface TestSandbox {
  baseUrl: string;
  /** Puts a fault in; see the sandbox's faults for the kinds. `match` is a regular expression on "METHOD path?query". */
  fault(input: { standIn: string; match: string; kind: string; times?: number; delayMs?: number }): Promise<void>;
  clearFaults(): Promise<void>;
  advance(ms: number): Promise<void>;
  book<T>(standIn: string): Promise<T>;
  tell(settings: Record<string, string>): Promise<void>;
  post(path: string, body: unknown): Promise<unknown>;
  /** What a connector call is given: the guarded client, with the sandbox as the only private address. */
  context(baseUrl: string, credentials: Record<string, string>): ConnectorContext;
  close(): Promise<void>;
}

export async function startTestSandbox(standIns: string[]): Promise<TestSandbox> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quayside-sandbox-'));
  const log = (line: string): void => void (process.env.SANDBOX_LOG && console.error(line));
  const sandbox = await startSandbox({
    dataDir,
    port: 0,
    standIns: await loadEmulators(standIns),
    secrets: FIXED_SECRETS,
    log,
  });
  const allowed = [new URL(sandbox.baseUrl).host];
  const http = createGuardedHttp({ allowHosts: () => allowed });

  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(sandbox.baseUrl + path, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  return {
    baseUrl: sandbox.baseUrl,
    fault: async (input) => void (await call('POST', '/control/faults', input)),
    clearFaults: async () => void (await call('DELETE', '/control/faults')),
    advance: async (advanceMs) => void (await call('POST', '/control/clock', { advanceMs })),
    book: async <T>(standIn: string) => (await call('GET', `/control/books/${standIn}`)) as T,
    tell: async (settings) => void (await call('POST', '/control/settings', settings)),
    post: (path, body) => call('POST', path, body),
    context(baseUrl, credentials) {
      return { http, clock: systemClock, baseUrl, credentials, saveCredentials: async () => undefined };
    },
    async close() {
      await http.close();
      await sandbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Asks again until the answer is one; fails after ten seconds with what was waited for. */
export async function until<T>(what: string, ask: () => Promise<T | undefined | false>): Promise<T> {
  const end = Date.now() + 10_000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resume) => setTimeout(resume, 50));
  }
}
