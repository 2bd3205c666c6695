/** The sandbox's control calls as the drill uses them. */
export interface SandboxClient {
  url: string;
  fault(input: FaultInput): Promise<number>;
  removeFault(id: number): Promise<void>;
  clearFaults(): Promise<void>;
  faults(): Promise<{ standIn: string; kind: string; draws: number; hits: number }[]>;
  holds(): Promise<Held[]>;
  letGo(id: number, way: 'go' | 'drop'): Promise<void>;
  advance(ms: number): Promise<void>;
  /** From now on a call that is made twice has its effect twice (packages/sandbox/src/core/forgetful.ts). */
  forget(): Promise<void>;
  book<T>(standIn: string, query?: string): Promise<T>;
  /** How many webhooks met which fault, and how many got through. */
  webhooks(): Promise<Map<string, number>>;
  get<T>(path: string): Promise<T>;
  post(path: string, body: unknown): Promise<unknown>;
}

export interface FaultInput {
  standIn: string;
  kind: string;
  match?: string;
  matchBody?: string;
  probability?: number;
  times?: number;
  delayMs?: number;
  seed?: number;
}

export interface Held {
  id: number;
  faultId: number;
  when: 'before' | 'after';
  text: string;
  port?: number;
  gone: boolean;
}

export function sandboxClient(url: string): SandboxClient {
  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(url + path, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`);
    return text === '' ? undefined : JSON.parse(text);
  }
  const get = async <T>(path: string): Promise<T> => (await call('GET', path)) as T;
  return {
    url,
    get,
    post: (path, body) => call('POST', path, body),
    fault: async (input) => ((await call('POST', '/control/faults', input)) as { id: number }).id,
    removeFault: async (id) => void (await call('DELETE', `/control/faults/${id}`)),
    clearFaults: async () => void (await call('DELETE', '/control/faults')),
    faults: async () => (await get<{ faults: Awaited<ReturnType<SandboxClient['faults']>> }>('/control/faults')).faults,
    holds: async () => (await get<{ holds: Held[] }>('/control/holds')).holds,
    letGo: async (id, way) => void (await call('POST', `/control/holds/${id}`, { way })),
    forget: async () => void (await call('POST', '/control/settings', { forgetful: 'on' })),
    advance: async (advanceMs) => void (await call('POST', '/control/clock', { advanceMs })),
    book: <T>(standIn: string, query = '') => get<T>(`/control/books/${standIn}${query}`),
    async webhooks() {
      const { webhooks } = await get<{ webhooks: { fault: string | null; state: string }[] }>(
        '/control/webhooks?limit=10000',
      );
      const counts = new Map<string, number>();
      for (const { fault, state } of webhooks) counts.set(fault ?? state, (counts.get(fault ?? state) ?? 0) + 1);
      return counts;
    },
  };
}
