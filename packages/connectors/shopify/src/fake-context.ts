import type { ConnectorContext, HttpRequest, HttpResponse } from '@quayside/connector-kit';

/** An answer of the other side, for tests. */
export const getAnswer = (status: number, body: unknown, headers: Record<string, string> = {}): HttpResponse => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers, text, body: Buffer.from(text) };
};

export interface FakeContext extends ConnectorContext {
  sent: HttpRequest[];
  saved: Record<string, string>[];
  /** Moves the clock. */
  pass(ms: number): void;
}

let shops = 0;

/** A context for tests: the other side is a function, the clock stands still until it is moved. */
export function fakeContext(
  answer: (request: HttpRequest) => HttpResponse | Promise<HttpResponse>,
  credentials: Record<string, string> = { accessToken: 'shpat_1' },
): FakeContext {
  let now = Date.UTC(2026, 10, 20, 12);
  const ctx: FakeContext = {
    sent: [],
    saved: [],
    pass: (ms) => {
      now += ms;
    },
    http: {
      async send(request) {
        ctx.sent.push(request);
        return answer(request);
      },
    },
    clock: { millis: () => now, now: () => new Date(now).toISOString() },
    // A shop of its own: what is kept per shop must not leak from one test into the next.
    baseUrl: `https://shop-${++shops}.myshopify.com`,
    credentials,
    async saveCredentials(next) {
      ctx.saved.push(next);
    },
  };
  return ctx;
}
