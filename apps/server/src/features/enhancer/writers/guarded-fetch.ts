import type { HttpClient, HttpRequest } from '@quayside/connector-kit';

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] satisfies HttpRequest['method'][];
/** The guarded client has already read and decompressed the body. */
const ABOUT_THE_BODY: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

function textOf(body: unknown): string | Uint8Array | undefined {
  if (body === undefined || body === null || typeof body === 'string' || body instanceof Uint8Array)
    return body ?? undefined;
  throw new TypeError('unsupported request body: expected text or bytes');
}

/**
 * fetch() for a library through the guarded client: no private addresses except allowed ones, limited time and size.
 * ConnectorErrors propagate; generating text has no external effect to repeat.
 */
export const guardedFetch =
  (http: HttpClient, limits: { timeoutMs: number; maxBytes: number }): typeof globalThis.fetch =>
  async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    const method = METHODS.find((one) => one === (init.method ?? 'GET').toUpperCase());
    if (!method) throw new TypeError(`unsupported HTTP method: ${init.method}`);
    const body = textOf(init.body);
    const answer = await http.send({
      method: method as HttpRequest['method'],
      url,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(body === undefined ? {} : { body }),
      ...(init.signal ? { signal: init.signal } : {}),
      effect: false,
      ...limits,
    });
    const headers = Object.entries(answer.headers).filter(([name]) => !ABOUT_THE_BODY.has(name));
    const hasBody = answer.status !== 204 && answer.status !== 304;
    return new Response(hasBody ? new Uint8Array(answer.body) : null, { status: answer.status, headers });
  };
