import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Call, type CallMap, contracts } from '@quayside/contracts';
import { stopSandbox } from '@quayside/sandbox';
import { TEST_SEED } from '@quayside/sandbox/fixed-secrets.ts';
import { DEMO_PRODUCTS, readConfig } from '../../config.ts';
import { resolveDataDir } from '../../db/embedded/index.ts';
import { type Running, start } from '../../start.ts';
import { createTestDatabase, type TestDatabase } from '../db/index.ts';

const root = join(import.meta.dirname, '../../../../..');

export interface ApiAnswer<D> {
  http: number;
  status: number;
  code: string;
  message: string;
  data: D;
  errors?: Record<string, string[]>;
  /** Of refusals: another one for each request. */
  request_id?: string;
}

/** A signed-in person speaking HTTP to a running Quayside. */
export interface Client {
  token: string;
  accountId: string;
  workplaceId: string;
  call<K extends keyof CallMap>(
    key: K,
    input?: Partial<Pick<CallMap[K], 'params' | 'query' | 'body'>>,
    headers?: Record<string, string>,
  ): Promise<ApiAnswer<CallMap[K]['data']>>;
  raw(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer<unknown>>;
}

export interface TestApp {
  url: string;
  sandboxUrl: string | undefined;
  db: TestDatabase;
  running: Running;
  /** Somebody new; an e-mail of QUAYSIDE_OPERATORS is claimed by the link that the start printed. */
  signUp(email?: string): Promise<Client>;
  signIn(email: string, password: string): Promise<Client>;
  stop(): Promise<void>;
}

const declared = new Map(
  Object.values(contracts).flatMap((feature) =>
    (Object.values(feature) as Call[]).map((call) => [`${call.method} ${call.path}`, call] as const),
  ),
);

const filled = (path: string, params: Record<string, unknown> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name] ?? '')));

/** Speaks to a running Quayside with a token. */
export function createClient(url: string, token: string, accountId: string, workplaceId: string): Client {
  const raw: Client['raw'] = async (method, path, body, headers = {}) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        locale: 'en',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { http: response.status, ...((await response.json()) as Omit<ApiAnswer<unknown>, 'http'>) };
  };
  return {
    token,
    accountId,
    workplaceId,
    raw,
    async call(key, input = {}, headers = {}) {
      const [method = 'GET', path = ''] = key.split(' ');
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
        if (value !== undefined) query.set(name, String(value));
      }
      const search = query.size > 0 ? `?${query}` : '';
      const answer = await raw(
        method,
        filled(path, input.params as Record<string, unknown>) + search,
        input.body,
        headers,
      );
      // What is answered has the shape that was declared, or the test that asked fails.
      if (answer.status === 200) declared.get(key)?.data.parse(answer.data);
      return answer as never;
    },
  };
}

/** The whole of Quayside on a database of its own, listening on a free port; with the sandbox when asked. */
export async function startTestApp(
  options: {
    sandbox?: boolean;
    /** How many products the sandbox's warehouse holds; none unless told. */
    products?: number;
    /** With the demo account, and as many products as it needs; 'history': with its past orders too. */
    demo?: boolean | 'history';
    env?: Record<string, string>;
    args?: string[];
    webDist?: string;
    drainMs?: number;
  } = {},
): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quayside-app-'));
  const db = await createTestDatabase();
  const config = readConfig(
    {
      PORT: '0',
      DATABASE_URL: db.ownerUrl,
      QUAYSIDE_APP_DATABASE_URL: db.appUrl,
      QUAYSIDE_DATA: dataDir,
      QUAYSIDE_SANDBOX: options.sandbox ? 'on' : 'off',
      QUAYSIDE_SANDBOX_DEMO: options.demo === 'history' ? 'on' : options.demo ? 'small' : 'off',
      QUAYSIDE_SANDBOX_PRODUCTS: String(options.products ?? (options.demo ? DEMO_PRODUCTS : 0)),
      QUAYSIDE_RATES_URL: options.sandbox ? '' : 'off',
      QUAYSIDE_LOG: 'error',
      APP_SECRET: 'a secret that only tests have, 32+ long',
      ...options.env,
    },
    options.args ?? [],
    root,
  );
  if (options.sandbox) {
    const sandboxDir = join(resolveDataDir(dataDir).dir, 'sandbox');
    mkdirSync(sandboxDir, { recursive: true });
    writeFileSync(join(sandboxDir, 'secret'), TEST_SEED, { mode: 0o600 });
  }
  const running = await start(config, {
    root,
    drainMs: options.drainMs ?? 0,
    figuresMs: 0,
    ...(options.webDist ? { webDist: options.webDist } : {}),
  });
  const { url } = running;

  async function enter(path: string, body: object): Promise<Client> {
    const response = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', locale: 'en' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as ApiAnswer<{
      token: string;
      user: { id: string; workplaces: { id: string }[] };
    }>;
    if (answer.status !== 200) throw new Error(`${path}: ${answer.code} ${JSON.stringify(answer.errors ?? {})}`);
    return createClient(url, answer.data.token, answer.data.user.id, answer.data.user.workplaces[0]?.id ?? '');
  }

  let people = 0;
  return {
    url,
    sandboxUrl: running.sandboxUrl,
    db,
    running,
    async signUp(email) {
      people += 1;
      const link = running.operatorLinks.find((one) => one.email === email?.toLowerCase());
      if (link) {
        const { id, code } = Object.fromEntries(new URL(link.url).searchParams);
        return enter('/auth/operator/claim', { id, code, password: 'correct horse battery' });
      }
      return enter('/auth/register', {
        first_name: 'Ada',
        last_name: 'Owner',
        email: email ?? `person-${people}-${Date.now()}@example.com`,
        password: 'correct horse battery',
      });
    },
    signIn: (email, password) => enter('/auth/login', { email, password }),
    async stop() {
      await running.stop();
      if (options.sandbox) await stopSandbox({ dataDir: join(running.deps.config.dataDir, 'sandbox') });
      await db.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
