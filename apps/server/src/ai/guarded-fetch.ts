import type { HttpClient, HttpRequest } from '@quayside/connector-kit';

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] satisfies HttpRequest['method'][];
/** The guarded client has already read and decompressed the body. */
const ABOUT_THE_BODY: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

interface Body {
  body?: string | Uint8Array;
  headers?: Record<string, string>;
}

async function encode(body: unknown): Promise<Body> {
  if (body === undefined || body === null) return {};
  if (typeof body === 'string' || body instanceof Uint8Array) return { body };
  if (!(body instanceof FormData)) throw new TypeError('unsupported request body: expected text, bytes or a form');
  const form = new Response(body);
  const type = form.headers.get('content-type') ?? '';
  return { body: new Uint8Array(await form.arrayBuffer()), headers: { 'content-type': type } };
}

/**
 * fetch() for a library through the guarded client: no private addresses except allowed ones, limited time and size.
 * ConnectorErrors propagate. `effect`: a lost response is `unknown`, because each image is billed; repeating a text does no harm.
 */
export const guardedFetch =
  (
    http: HttpClient,
    { effect = false, ...limits }: { timeoutMs: number; maxBytes: number; effect?: boolean },
  ): typeof globalThis.fetch =>
  async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    const method = METHODS.find((one) => one === (init.method ?? 'GET').toUpperCase());
    if (!method) throw new TypeError(`unsupported HTTP method: ${init.method}`);
    const encoded = await encode(init.body);
    const answer = await http.send({
      method: method as HttpRequest['method'],
      url,
      ...encoded,
      headers: { ...Object.fromEntries(new Headers(init.headers)), ...encoded.headers },
      ...(init.signal ? { signal: init.signal } : {}),
      effect,
      ...limits,
    });
    const headers = Object.entries(answer.headers).filter(([name]) => !ABOUT_THE_BODY.has(name));
    const hasBody = answer.status !== 204 && answer.status !== 304;
    return new Response(hasBody ? new Uint8Array(answer.body) : null, { status: answer.status, headers });
  };
