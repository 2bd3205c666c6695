import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { Config } from '../config.ts';
import { StartRefused } from '../db/embedded/index.ts';
import type { Readiness } from '../readiness.ts';
import type { Metrics } from './metrics.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a request carries the token, compared in constant time. */
export const isBearer = (authorization: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));

/**
 * Serves `/metrics`, `/healthz` and `/readyz` of this process at an address of its own, for every role. Orchestrators send no
 * token, and health tells no more than whether each part works. Returns the URL of the metrics and what closes it.
 */
export async function serveMetrics(
  { registry }: Metrics,
  { host, port }: NonNullable<Config['metrics']['address']>,
  token: string | undefined,
  readiness: Readiness,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    const sendJson = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method !== 'GET') return void response.writeHead(404).end();
    if (path === '/healthz') return void sendJson(200, { alive: true });
    if (path === '/readyz')
      return void readiness.report().then(
        ({ ready, parts }) => sendJson(ready ? 200 : 503, { ready, ...parts }),
        () => response.writeHead(500).end(),
      );
    if (path !== '/metrics') return void response.writeHead(404).end();
    if (token && !isBearer(request.headers.authorization, token))
      return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((done, failed) => {
    server.once('error', (cause: Error & { code?: string }) =>
      failed(new StartRefused(`QUAYSIDE_METRICS can't listen on ${host}:${port} (${cause.code ?? cause.message}).`)),
    );
    server.listen({ host, port }, done);
  });
  const address = server.address();
  const boundPort = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}/metrics`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
