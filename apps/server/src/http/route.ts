import { type Call, type Permission, refusalOf, type ServerSide } from '@quayside/contracts';
import { AppError, notFoundField } from '@quayside/kernel';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Actor } from '../db/index.ts';
import { sendData, sendError } from './envelope.ts';
import { inputError } from './issues.ts';
import type { Limits } from './limits.ts';
import { isMessage, say } from './messages.ts';
import { type Sessions, visitorOf } from './session.ts';
import type { Visitor, Who } from './who.ts';

/** What routes are registered on: Fastify with the few things every route needs. */
export interface HttpApp {
  fastify: FastifyInstance;
  sessions: Sessions;
  limits: Limits;
  /** Every call that was declared, in order, for the OpenAPI document and for the tests that walk them. */
  calls: Call[];
  /** true in tests: an answer that does not have its declared shape is a server error. */
  checkAnswers: boolean;
}

type Caller<C extends Call> = C['access'] extends 'public' ? Visitor : Who;
type Input<C extends Call> = Pick<ServerSide<C>, 'params' | 'query' | 'body'>;
interface Reply {
  /** Key of the sentence that the success answer carries. */
  message(key: string): void;
}

const emptyBody = (body: unknown): unknown => (body === undefined || body === null || body === '' ? {} : body);

/** What was sent, as its schema reads it. Throws a refusal that names the fields at fault. */
export function parse<T>(schema: z.ZodType<T> | undefined, value: unknown, locale: string): T | undefined {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success) throw inputError(parsed.error.issues, (key, params) => say(locale, key, params));
  const at = pathOfNul(value);
  if (at === undefined) return parsed.data;
  throw new AppError('UNPROCESSABLE_ENTITY', 'INPUT_INVALID_FIELDS', {
    fields: { [at || 'body']: [say(locale, 'INPUT_NUL')] },
  });
}

/** Where a text, or the name of a field, holds a NUL, which no table keeps; undefined: nowhere. */
function pathOfNul(value: unknown): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? '' : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const below = name.includes('\0') ? '' : pathOfNul(inner);
    if (below !== undefined) return [name.replaceAll('\0', ''), below].filter(Boolean).join('.');
  }
  return undefined;
}

/** The bytes of a file, or what the schema makes of JSON. Throws FILE_EXPECTED, INPUT_NOT_JSON. */
function bodyOf({ body: schema, file }: Call, body: unknown, locale: string): unknown {
  const isFile = Buffer.isBuffer(body) && body.length > 0;
  if (file && !isFile) throw new AppError('BAD_REQUEST', 'FILE_EXPECTED');
  if (!file && isFile) throw new AppError('BAD_REQUEST', 'INPUT_NOT_JSON');
  return isFile ? body : parse(schema, emptyBody(body), locale);
}

async function callerOf(app: HttpApp, call: Call, request: FastifyRequest): Promise<Visitor | Who> {
  if (call.access === 'public') {
    const visitor = visitorOf(request);
    if (!call.mayBeSignedIn || !request.headers.authorization) return visitor;
    // A session that has ended says nothing more than none.
    const signedIn = await app.sessions.who(request).catch((error: unknown) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
    return { ...visitor, ...(signedIn && !signedIn.apiToken ? { signedIn } : {}) };
  }
  const who = await app.sessions.who(request);
  // What concerns a person and not a workspace is not a script's to do.
  if (who.apiToken && !call.needs)
    throw new AppError('FORBIDDEN', 'TOKEN_MAY_NOT', { params: { permission: call.access } });
  if (call.access === 'operator' && !who.account.isOperator) throw new AppError('FORBIDDEN', 'OPERATORS_ONLY');
  return call.needs ? allowed(who, call, call.needs) : who;
}

const REFUSED = { role: 'ROLE_MAY_NOT', stores: 'STORES_MAY_NOT', scope: 'TOKEN_MAY_NOT' } as const;

/** Lets a member through who may; what he changes from here on is written down as his. */
export function allowed(who: Who, call: Pick<Call, 'method' | 'path'>, needs: Permission): Who {
  const refusal = refusalOf(who, needs);
  if (refusal) throw new AppError('FORBIDDEN', REFUSED[refusal], { params: { permission: needs } });
  return needs.endsWith('.read') ? who : { ...who, scope: { ...who.scope, actor: actorOf(who, call) } };
}

/** Who a change is written down for. */
export function actorOf(who: Who, call: Pick<Call, 'method' | 'path'>): Actor {
  const { account } = who;
  return {
    kind: who.apiToken ? 'token' : 'member',
    id: who.apiToken?.id ?? account.id,
    name: who.apiToken?.name ?? (`${account.firstName} ${account.lastName}`.trim() || account.email),
    action: `${call.method} ${call.path}`,
    ip: who.ip,
    userAgent: who.userAgent,
  };
}

/** Fields that name stores, in a query or a body: whoever asks must own them, whatever the call then does. */
function refuseForeignStores(input: unknown, who: Visitor | Who): void {
  if (!('stores' in who) || typeof input !== 'object' || input === null) return;
  for (const field of ['store_id', 'store_ids']) {
    const named: unknown = (input as Record<string, unknown>)[field];
    const ids = Array.isArray(named) ? named : named === undefined || named === null ? [] : [named];
    if (ids.some((id) => !who.stores.has(String(id)))) throw notFoundField(field, 'STORE_NOT_FOUND');
  }
}

/** Turns anything thrown into an answer; what nobody expected is logged and says nothing of itself. */
export function answerError(
  request: FastifyRequest,
  reply: FastifyReply,
  locale: string,
  error: unknown,
): FastifyReply {
  if (error instanceof AppError) return sendError(reply, locale, error);
  request.log.error({ err: error }, 'a request failed');
  return sendError(
    reply,
    locale,
    new AppError('SERVER_ERROR', isMessage('SERVER_ERROR') ? 'SERVER_ERROR' : 'Server error!'),
  );
}

/** What Fastify refuses of a file before a handler runs, in words about files. */
const refuseFile = (most: number) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  answerError(
    request,
    reply,
    visitorOf(request).locale,
    error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
      ? new AppError('BAD_REQUEST', 'FILE_TOO_LARGE', { params: { size: most / 1024 / 1024 } })
      : error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
        ? new AppError('BAD_REQUEST', 'FILE_EXPECTED')
        : error,
  );

/** A body that may be larger than others is read only from who may make the call. */
const allowedFirst = (app: HttpApp, call: Call) => async (request: FastifyRequest, reply: FastifyReply) => {
  try {
    await callerOf(app, call, request);
    return undefined;
  } catch (error) {
    return answerError(request, reply, visitorOf(request).locale, error);
  }
};

/**
 * Puts a declared call on the air: limits, who asks, parsed input, the handler, the envelope. Handlers parse nothing and
 * know nothing of HTTP.
 */
export function route<C extends Call>(
  app: HttpApp,
  call: C,
  handle: (input: Input<C>, who: Caller<C>, reply: Reply) => Promise<ServerSide<C>['data']>,
): void {
  app.calls.push(call);
  app.fastify.route({
    method: call.method,
    url: `/api${call.path.replace(/\{(\w+)\}/g, ':$1')}`,
    ...(call.most ? { bodyLimit: call.most, onRequest: allowedFirst(app, call) } : {}),
    ...(call.file ? { bodyLimit: call.file.most, errorHandler: refuseFile(call.file.most) } : {}),
    async handler(request, reply) {
      const { locale } = visitorOf(request);
      try {
        if (call.perMinute) await app.limits.hit(`${call.method} ${call.path}`, request.ip, call.perMinute);
        const who = await callerOf(app, call, request);
        const input = {
          params: parse(call.params, request.params, locale),
          query: parse(call.query, request.query, locale),
          body: bodyOf(call, request.body, locale),
        } as Input<C>;
        refuseForeignStores(input.query, who);
        refuseForeignStores(input.body, who);
        let messageKey: string | undefined;
        const data = await handle(input, who as Caller<C>, { message: (key) => (messageKey = key) });
        if (app.checkAnswers) call.data.parse(data);
        return sendData(reply, locale, data, messageKey);
      } catch (error) {
        return answerError(request, reply, locale, error);
      }
    },
  });
}
