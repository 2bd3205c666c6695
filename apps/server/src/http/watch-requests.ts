import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../log.ts';
import { acceptedTraceparent, REQUEST_ID_HEADER } from '../watch/request-id.ts';
import type { Watch } from '../watch/tracer.ts';
import { type WorkContext, withWork } from '../watch/work-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The context of everything that this request starts. */
    work: WorkContext | null;
  }
}

/** Polled by machines every few seconds, so they are logged at debug. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** A live stream ends when its screen closes, which is no measure of speed. */
const STREAM = '/api/events';

/** The declared path of a call. An address that no route has isn't recorded, because it can contain anything. */
const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'none';

/**
 * Gives every request its context, announces its id to the client, and records its end. Register before every other hook
 * that may answer.
 */
export function watchRequests(
  fastify: FastifyInstance,
  { log, isProxy, watch }: { log: Log; isProxy: (address: string) => boolean; watch: Watch | undefined },
): void {
  fastify.decorateRequest('work', null);
  fastify.addHook('onRequest', (request, reply, done) => {
    const requestId = request.id;
    reply.header(REQUEST_ID_HEADER, requestId);
    const route = routeOf(request);
    const span = PROBES.has(route)
      ? undefined
      : watch?.tracer?.start(
          `${request.method} ${route}`,
          'server',
          { 'http.request.method': request.method, 'http.route': route, 'quayside.request_id': requestId },
          acceptedTraceparent(request.raw, isProxy),
        );
    request.work = { requestId, ...(span ? { span } : {}) };
    withWork(request.work, done);
  });
  // Reading the body continues in the connection's own context.
  fastify.addHook('preValidation', (request, _reply, done) => {
    if (request.work) withWork(request.work, done);
    else done();
  });
  fastify.addHook('onResponse', async (request, reply) => record(request, reply, log, watch));
}

function record(request: FastifyRequest, reply: FastifyReply, log: Log, watch: Watch | undefined): void {
  const { method, work } = request;
  const route = routeOf(request);
  const status = reply.raw.statusCode;
  watch?.metrics.request({ method, route, status, seconds: reply.elapsedTime / 1000, timed: route !== STREAM });
  work?.span?.end({ 'http.response.status_code': status }, status >= 500 ? String(status) : undefined);
  const write = PROBES.has(route) ? log.debug : log.info;
  const facts = { requestId: request.id, method, route, status, durationMs: Math.round(reply.elapsedTime) };
  write({ ...facts, ...(work?.span ? { traceId: work.span.traceId } : {}) }, 'request');
}
