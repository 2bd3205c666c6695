import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import { DEFAULT_BODY_LIMITS } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Deps } from '../deps.ts';
import type { Log } from '../log.ts';
import type { Lifecycle } from '../readiness.ts';
import { requestIdOf } from '../watch/request-id.ts';
import type { Watch } from '../watch/tracer.ts';
import { refuseUnreadable } from './client-error.ts';
import { drainBeforeClose } from './drain.ts';
import { sendError } from './envelope.ts';
import { acceptJson, getBodyLimits } from './input/json-bodies.ts';
import { tooLarge } from './input/parse.ts';
import { createLimits } from './limits.ts';
import { answerError, type HttpApp } from './route.ts';
import { createSessions, getVisitor, SESSION_CHANNEL } from './session.ts';
import { closeIfUnread } from './unread-body.ts';
import { boundWaiting, proxyTest } from './waiting-connections.ts';
import { watchRequests } from './watch-requests.ts';

/** Time limits for receiving a request, in milliseconds: headers, and the whole request. */
const HEADERS_MS = 15_000;
/** How often Node checks for late requests. */
const CHECK_MS = 5_000;
export const REQUEST_MS = 60_000;

/** Maps Fastify's own refusals before a handler to our errors. */
function refusalOf(error: FastifyError, request: FastifyRequest): AppError | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new AppError('BAD_REQUEST', 'INPUT_NOT_JSON');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return tooLarge(getBodyLimits(request));
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('BAD_REQUEST', 'INPUT_NOT_JSON');
    case 'FST_ERR_MAX_PARAM_LENGTH':
    case 'FST_ERR_BAD_URL':
      return new AppError('NOT_FOUND', 'CALL_NOT_FOUND');
    default:
      return error.statusCode && error.statusCode < 500 ? new AppError('BAD_REQUEST', 'INPUT_INVALID') : undefined;
  }
}

/** Our log as a Fastify logger, which also logs lines without fields. */
function fastifyLog(log: Log): Log {
  const line = (write: Log['info']) => (facts: object | string, message?: string) =>
    typeof facts === 'string' ? write({}, facts) : write(facts, message);
  return { debug: line(log.debug), info: line(log.info), warn: line(log.warn), error: line(log.error) };
}

/** Creates the HTTP server: sessions, rate limits, unknown paths, security headers. */
export async function createHttpApp(
  deps: Deps,
  options: { checkAnswers?: boolean; lifecycle?: Readonly<Lifecycle>; watch?: Watch } = {},
): Promise<HttpApp> {
  const isProxy = proxyTest(deps.config.proxies);
  const fastify: FastifyInstance = Fastify({
    logger: false,
    genReqId: (request) => requestIdOf(request, isProxy),
    // Request logging is off because URLs carry tokens and addresses.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: deps.config.proxies.length > 0 ? deps.config.proxies : false,
    bodyLimit: DEFAULT_BODY_LIMITS.bytes,
    // Slow uploads are cut off; responses, including live streams, have no limit.
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
    forceCloseConnections: 'idle',
    // drain.ts responds with our own envelope.
    return503OnClosing: false,
    // The specification writes some paths with a trailing slash: both forms are accepted.
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    // Paths that the router can't parse. Its own error would echo the path.
    frameworkErrors: (error, request, reply) => refuse(error, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: refuseUnreadable,
  });
  boundWaiting(fastify.server, isProxy);
  fastify.log = Object.assign(fastify.log, fastifyLog(deps.log));
  watchRequests(fastify, { log: deps.log, isProxy, watch: options.watch });
  if (options.lifecycle) drainBeforeClose(fastify, options.lifecycle);
  await fastify.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...(deps.config.sandbox ? ['http://127.0.0.1:*'] : [])],
        styleSrc: ["'self'", "'unsafe-inline'"],
        scriptSrc: ["'self'"],
        connectSrc: ["'self'"],
        frameSrc: ["'self'", ...(deps.config.links.chat ? [new URL(deps.config.links.chat).origin] : [])],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        upgradeInsecureRequests: null,
      },
    },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: deps.config.appUrl?.startsWith('https:') ? undefined : false,
  });
  // No client sends compressed bodies, and decompression could expand them a thousandfold.
  await fastify.register(compress, {
    global: true,
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: 1024,
  });
  acceptJson(fastify);
  // Uploaded images: the type is detected from the bytes, not from this header.
  fastify.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // Parts of an upload.
  fastify.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  // Parsed by input/form.ts, for calls that declare a form.
  fastify.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  // Its encoding is found out from its bytes.
  fastify.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  const sessions = createSessions(deps.db, deps.config);
  const stop = await deps.db.listen(
    SESSION_CHANNEL,
    (id) => sessions.forget(id),
    () => sessions.forget(),
  );
  fastify.addHook('onClose', async () => stop());

  fastify.setErrorHandler(refuse);
  fastify.decorateRequest('caller', null);
  const app: HttpApp = {
    fastify,
    sessions,
    limits: createLimits(),
    calls: [],
    checkAnswers: options.checkAnswers ?? false,
  };
  const sendUnknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { locale } = getVisitor(request);
    const path = request.url.split('?')[0] ?? '';
    // The router refuses long parameters, so a known call may still match.
    const known = app.calls.some((call) => matches(call.path, path) && call.method !== request.method);
    return sendError(
      reply,
      locale,
      known ? new AppError('METHOD_NOT_ALLOWED', 'METHOD_NOT_ALLOWED') : new AppError('NOT_FOUND', 'CALL_NOT_FOUND'),
    );
  };
  // Responds before the body is read; plugins with their own handling of unknown paths keep it.
  fastify.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || request.server !== fastify) return undefined;
    closeIfUnread(request, reply);
    return sendUnknown(request, reply);
  });
  fastify.setNotFoundHandler(sendUnknown);
  return app;
}

/** Sends an uncaught error in our envelope. */
function refuse(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answerError(request, reply, getVisitor(request).locale, refusalOf(error, request) ?? error);
}

const matches = (callPath: string, path: string): boolean =>
  new RegExp(`^/api${callPath.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
