import { type Call, getBodyLimits, getRefusal, type Permission, type ServerSide } from '@quayside/contracts';
import { AppError, notFoundField } from '@quayside/kernel';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, isDatabaseUnavailable, type WorkplaceScope, withGuard } from '../db/index.ts';
import { FileStorageError } from '../files/blob.ts';
import { sendData, sendError, sendUnavailable } from './envelope.ts';
import { getGuard } from './hold-session.ts';
import { FORM_EXTRA_BYTES, isForm, readForm } from './input/form.ts';
import { limitedBody } from './input/json-bodies.ts';
import { parse, parseBody } from './input/parse.ts';
import type { Limits } from './limits.ts';
import { isMessage } from './messages.ts';
import { type Contact, refusal } from './refusal.ts';
import { requireConfirmed } from './require-confirmed.ts';
import { getVisitor, type Sessions } from './session.ts';
import { closeIfUnread } from './unread-body.ts';
import { personName, type Visitor, type Who } from './who.ts';

export { parse };

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of a declared call, resolved before the body is read. */
    caller: Visitor | Who | null;
  }
}

/** What routes are registered on: Fastify plus the shared services. */
export interface HttpApp {
  fastify: FastifyInstance;
  sessions: Sessions;
  limits: Limits;
  /** Every declared call in order, for OpenAPI and the tests that walk them. */
  calls: Call[];
  /** The owner and managers of a workspace, named in refusals; set by the team feature. */
  contactsOf?(scope: WorkplaceScope): Promise<Contact[]>;
  /** true in tests: a response that violates its schema is a server error. */
  checkAnswers: boolean;
}

type Caller<C extends Call> = C['access'] extends 'public' ? Visitor : Who;
type Input<C extends Call> = Pick<ServerSide<C>, 'params' | 'query' | 'body'>;
interface Reply {
  /** Message key of the success response. */
  message(key: string): void;
}

const emptyBody = (body: unknown): unknown => (body === undefined || body === null || body === '' ? {} : body);

/** Parses the ids in a path. A page's URL is typed by people: a malformed id finds nothing, as an unknown one does. */
function paramsOf(call: Call, params: unknown, locale: string): unknown {
  try {
    return parse(call.params, params, locale);
  } catch (error) {
    if (call.method !== 'GET' || !(error instanceof AppError)) throw error;
    throw new AppError('NOT_FOUND', 'PATH_NOT_FOUND', error.fields ? { fields: error.fields, cause: error } : {});
  }
}

const OCTETS = 'application/octet-stream';

/** The bytes of a file, the parts of a form, or the parsed JSON. Throws FILE_EXPECTED, FORM_EXPECTED, INPUT_NOT_JSON. */
async function bodyOf({ body: schema, file, form }: Call, request: FastifyRequest, locale: string): Promise<unknown> {
  const { body } = request;
  if (form) {
    const sent = await readForm(request);
    return { file: sent.file, fields: await parseBody(form.fields, sent.fields, locale) };
  }
  if (isForm(request)) throw new AppError('BAD_REQUEST', file ? 'FILE_EXPECTED' : 'INPUT_NOT_JSON');
  const isFile = Buffer.isBuffer(body) && body.length > 0;
  // Bytes of no kind are taken only where a call names them.
  const isNamed = !request.headers['content-type']?.startsWith(OCTETS) || file?.types.includes(OCTETS);
  if (file && !(isFile && isNamed)) throw new AppError('BAD_REQUEST', 'FILE_EXPECTED');
  if (!file && isFile) throw new AppError('BAD_REQUEST', 'INPUT_NOT_JSON');
  return isFile ? body : parseBody(schema, emptyBody(body), locale, request.bodyMayHoldNul);
}

async function callerOf(app: HttpApp, call: Call, request: FastifyRequest): Promise<Visitor | Who> {
  if (call.access === 'public') {
    const visitor = getVisitor(request);
    if (!call.mayBeSignedIn || !request.headers.authorization) return visitor;
    // An expired session counts as no session.
    const signedIn = await app.sessions.who(request).catch((error: unknown) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
    return { ...visitor, ...(signedIn && !signedIn.apiToken ? { signedIn } : {}) };
  }
  const who = await app.sessions.who(request);
  // Calls about a person instead of a workspace are not open to scripts.
  if (who.apiToken && !call.needs)
    throw new AppError('FORBIDDEN', 'TOKEN_MAY_NOT', { params: { permission: call.access } });
  if (call.access === 'operator' && !who.account.isOperator && !(call.alsoDemo && who.account.isDemo))
    throw new AppError('FORBIDDEN', 'OPERATORS_ONLY');
  const caller = call.needs ? allowed(who, call, call.needs, await contactsFor(app, who, call.needs)) : who;
  if (call.confirm) await requireConfirmed(app.sessions, caller);
  return caller;
}

/** The contacts to name in a refusal; empty where nothing is refused. */
const contactsFor = async (app: HttpApp, who: Who, needs: Permission): Promise<Contact[]> =>
  getRefusal(who, needs)
    ? ((await app.contactsOf?.({ accountId: who.scope.accountId, workplaceId: who.workplaceId })) ?? [])
    : [];

/** Admits a member with the permission and attributes changes from here on to them. */
export function allowed(
  who: Who,
  call: Pick<Call, 'method' | 'path'>,
  needs: Permission,
  contacts: readonly Contact[] = [],
): Who {
  const refused = refusal(who, needs, contacts);
  if (refused) throw refused;
  return needs.endsWith('.read') ? who : { ...who, scope: { ...who.scope, actor: getActor(who, call) } };
}

/** The actor recorded in the audit log. */
export function getActor(who: Who, call: Pick<Call, 'method' | 'path'>): Actor {
  const { account } = who;
  return {
    kind: who.apiToken ? 'token' : 'member',
    id: who.apiToken?.id ?? account.id,
    name: who.apiToken?.name ?? personName(account),
    action: `${call.method} ${call.path}`,
    ip: who.ip,
    userAgent: who.userAgent,
  };
}

/** Checks that store ids in a query or body belong to the caller, whatever the call does with them. */
function refuseForeignStores(input: unknown, who: Visitor | Who): void {
  if (!('stores' in who) || typeof input !== 'object' || input === null) return;
  for (const field of ['store_id', 'store_ids']) {
    const named: unknown = (input as Record<string, unknown>)[field];
    const ids = Array.isArray(named) ? named : named === undefined || named === null ? [] : [named];
    if (ids.some((id) => !who.stores.has(String(id)))) throw notFoundField(field, 'STORE_NOT_FOUND');
  }
}

/** Seconds until a request that the file storage failed is worth repeating. */
const STORAGE_SECONDS = 30;
/** As long until the database may be back. */
const DATABASE_SECONDS = 10;

/** Turns any thrown value into a response; unexpected errors are logged and reveal nothing. */
export function answerError(
  request: FastifyRequest,
  reply: FastifyReply,
  locale: string,
  error: unknown,
): FastifyReply {
  if (error instanceof AppError) return sendError(reply, locale, error);
  request.log.error({ requestId: request.id, err: error }, 'request failed');
  if (error instanceof FileStorageError)
    return sendUnavailable(reply, locale, 'FILE_STORAGE_UNAVAILABLE', STORAGE_SECONDS);
  if (isDatabaseUnavailable(error)) return sendUnavailable(reply, locale, 'DATABASE_UNAVAILABLE', DATABASE_SECONDS);
  return sendError(
    reply,
    locale,
    new AppError('SERVER_ERROR', isMessage('SERVER_ERROR') ? 'SERVER_ERROR' : 'Server error!', {
      params: { reference: request.id },
    }),
  );
}

/** Rephrases Fastify's body refusals for file uploads. */
const refuseFile =
  (most: number, expected = 'FILE_EXPECTED') =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    answerError(
      request,
      reply,
      getVisitor(request).locale,
      error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
        ? new AppError('TOO_LARGE', 'FILE_TOO_LARGE', { params: { size: most / 1024 / 1024 } })
        : error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
          ? new AppError('BAD_REQUEST', expected)
          : error,
    );

/** Counts a call and resolves the caller. Runs before the body is read. */
const admit = (app: HttpApp, call: Call) => async (request: FastifyRequest, reply: FastifyReply) => {
  try {
    if (call.perMinute) await app.limits.hit(`${call.method} ${call.path}`, request.ip, call.perMinute);
    request.caller = await callerOf(app, call, request);
    return undefined;
  } catch (error) {
    closeIfUnread(request, reply);
    return answerError(request, reply, getVisitor(request).locale, error);
  }
};

/**
 * Registers a declared call: rate limits, caller, parsed input, handler, envelope. Handlers parse nothing and know
 * nothing of HTTP.
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
    onRequest: admit(app, call),
    ...limitedBody(getBodyLimits(call)),
    ...(call.file ? { bodyLimit: call.file.most, errorHandler: refuseFile(call.file.most) } : {}),
    ...(call.form
      ? { bodyLimit: call.form.most * 2 + FORM_EXTRA_BYTES, errorHandler: refuseFile(call.form.most, 'FORM_EXPECTED') }
      : {}),
    async handler(request, reply) {
      const { locale } = getVisitor(request);
      try {
        const who = request.caller as Caller<C>;
        const input = {
          params: paramsOf(call, request.params, locale),
          query: parse(call.query, request.query, locale),
          body: await bodyOf(call, request, locale),
        } as Input<C>;
        refuseForeignStores(input.query, who);
        refuseForeignStores(input.body, who);
        let messageKey: string | undefined;
        const work = () => handle(input, who, { message: (key) => (messageKey = key) });
        const isGuarded = (call.confirm || call.recheck) && 'account' in who;
        const data = await (isGuarded ? withGuard(getGuard(who, call), work) : work());
        if (app.checkAnswers) call.data.parse(data);
        return sendData(reply, locale, data, messageKey);
      } catch (error) {
        return answerError(request, reply, locale, error);
      }
    },
  });
}
