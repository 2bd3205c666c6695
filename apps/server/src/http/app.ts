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
import { refuseUnreadable } from './client-error.ts';
import { drainBeforeClose } from './drain.ts';
import { sendError } from './envelope.ts';
import { acceptJson, limitsOf } from './input/json-bodies.ts';
import { tooLarge } from './input/parse.ts';
import { createLimits } from './limits.ts';
import { answerError, type HttpApp } from './route.ts';
import { createSessions, SESSION_CHANNEL, visitorOf } from './session.ts';
import { closeIfUnread } from './unread-body.ts';
import { boundWaiting, proxyTest } from './waiting-connections.ts';

/** How long a request may take to arrive: its headers, and all of it. */
const HEADERS_MS = 15_000;
/** How often Node looks for requests that are late. */
const CHECK_MS = 5_000;
export const REQUEST_MS = 60_000;

/** What Fastify itself refuses before a handler runs, in our words. */
function refusalOf(error: FastifyError, request: FastifyRequest): AppError | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new AppError('BAD_REQUEST', 'INPUT_NOT_JSON');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return tooLarge(limitsOf(request));
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('BAD_REQUEST', 'INPUT_NOT_JSON');
    case 'FST_ERR_MAX_PARAM_LENGTH':
    case 'FST_ERR_BAD_URL':
      return new AppError('NOT_FOUND', 'CALL_NOT_FOUND');
    default:
      return error.statusCode && error.statusCode < 500 ? new AppError('BAD_REQUEST', 'INPUT_INVALID') : undefined;
  }
}

/** Our log as Fastify uses it: a line may come without facts. */
function fastifyLog(log: Log): Log {
  const line = (write: Log['info']) => (facts: object | string, message?: string) =>
    typeof facts === 'string' ? write({}, facts) : write(facts, message);
  return { debug: line(log.debug), info: line(log.info), warn: line(log.warn), error: line(log.error) };
}

/** Makes the web side: sessions, limits, answers for what is unknown, headers that keep a browser safe. */
export async function createHttpApp(
  deps: Deps,
  options: { checkAnswers?: boolean; lifecycle?: Readonly<Lifecycle> } = {},
): Promise<HttpApp> {
  const fastify: FastifyInstance = Fastify({
    logger: false,
    // Requests carry tokens and addresses: they are counted, not written down.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: deps.config.proxies.length > 0 ? deps.config.proxies : false,
    bodyLimit: DEFAULT_BODY_LIMITS.bytes,
    // A request that trickles in is cut off; what we send, live streams among it, may take as long as it takes.
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
    forceCloseConnections: 'idle',
    // We refuse in our own envelope (drain.ts).
    return503OnClosing: false,
    // The specification writes a path or two with a slash at the end: both are taken.
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    // A path that no route can be looked up for. Its own error would repeat the path.
    frameworkErrors: (error, request, reply) => refuse(error, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: refuseUnreadable,
  });
  boundWaiting(fastify.server, proxyTest(deps.config.proxies));
  fastify.log = Object.assign(fastify.log, fastifyLog(deps.log));
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
  // Nobody sends us packed bodies, and one that is unpacked may be a thousand times as large.
  await fastify.register(compress, {
    global: true,
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: 1024,
  });
  acceptJson(fastify);
  // Pictures that are sent as they are: what they really are is looked at in their bytes, not in this word.
  fastify.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
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
    const { locale } = visitorOf(request);
    const path = request.url.split('?')[0] ?? '';
    // A path that the router refused for its length may match a call of the same method.
    const known = app.calls.some((call) => matches(call.path, path) && call.method !== request.method);
    return sendError(
      reply,
      locale,
      known ? new AppError('METHOD_NOT_ALLOWED', 'METHOD_NOT_ALLOWED') : new AppError('NOT_FOUND', 'CALL_NOT_FOUND'),
    );
  };
  // Answered before the body is read; a plugin with its own words for an unknown path keeps them.
  fastify.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || request.server !== fastify) return undefined;
    closeIfUnread(request, reply);
    return sendUnknown(request, reply);
  });
  fastify.setNotFoundHandler(sendUnknown);
  return app;
}

/** An error that no handler caught, in our envelope. */
function refuse(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answerError(request, reply, visitorOf(request).locale, refusalOf(error, request) ?? error);
}

const matches = (callPath: string, path: string): boolean =>
  new RegExp(`^/api${callPath.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
