import type { HttpClient, HttpRequest, HttpResponse } from '@quayside/connector-kit';
import fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import type { OwnSupplier } from './connectors.ts';
import type { Deps } from './deps.ts';
import { ensureInstallation, serveWarehouse, WAREHOUSE_PREFIX } from './features/warehouse/index.ts';
import { acceptJson } from './http/input/json-bodies.ts';

/** No name that a resolver knows (RFC 6761): requests to it are served here and never leave the process. */
const ORIGIN = 'http://own-warehouse.invalid';

/** The operator's own warehouse as the supplier of this installation, for live stores while the sandbox is off. */
export const ownSupplier = (key: string): OwnSupplier => ({
  id: 'quayside',
  baseUrl: ORIGIN + WAREHOUSE_PREFIX,
  credentials: { key },
});

/** Lets this installation's key for its own warehouse in. Doing it again changes nothing. */
export const openOwnWarehouse = (deps: Pick<Deps, 'db'>, key: string): Promise<unknown> =>
  ensureInstallation(deps.db, { name: 'This installation', mode: 'live', role: 'client', key });

/**
 * Adds the way to our own warehouse to a client: its calls are answered in this process, so that it needs no address that
 * workers can reach and none of this machine's has to be allowed. `deps` are those of the process, once they are made.
 */
export function withOwnWarehouse(http: HttpClient, deps: () => Deps): HttpClient & { close(): Promise<void> } {
  let serving: Promise<FastifyInstance> | undefined;
  const serve = async (): Promise<FastifyInstance> => {
    const app = fastify();
    acceptJson(app);
    await serveWarehouse(app, deps());
    return app;
  };

  async function send({ url, method, headers = {}, body }: HttpRequest): Promise<HttpResponse> {
    serving ??= serve();
    const ask: InjectOptions = { method, url: url.slice(ORIGIN.length), headers };
    if (body !== undefined) ask.payload = typeof body === 'string' ? body : Buffer.from(body);
    const answer = await (await serving).inject(ask);
    const flat = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(flat),
      body: answer.rawPayload,
      text: answer.payload,
    };
  }

  return {
    send: (request) => (request.url.startsWith(`${ORIGIN}/`) ? send(request) : http.send(request)),
    close: async () => void (await (await serving)?.close()),
  };
}
