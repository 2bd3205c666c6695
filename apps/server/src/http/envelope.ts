import { type AppError, BODY_STATUS } from '@quayside/kernel';
import type { FastifyReply } from 'fastify';
import { REQUEST_ID_HEADER } from '../watch/request-id.ts';
import { isMessage, say } from './messages.ts';

/** The body of every API response. */
export interface Envelope {
  status: number;
  code: string;
  message: string;
  data: unknown;
  errors?: Record<string, string[]>;
  /** Of an error: the id of the request, which the log has too. */
  request_id?: string;
}

export function sendData(reply: FastifyReply, locale: string, data: unknown, messageKey?: string): FastifyReply {
  const body: Envelope = { status: 200, code: 'OK', message: messageKey ? say(locale, messageKey) : '', data };
  return reply.code(200).send(body);
}

/** Seconds until another process, or the next start of this one, responds. */
const RESTART_SECONDS = 5;

/** Refuses a request that arrived too late to be served before shutdown. */
export const sendStopping = (reply: FastifyReply, locale: string): FastifyReply =>
  sendUnavailable(reply, locale, 'SERVER_STOPPING', RESTART_SECONDS);

/** Refuses a request that can be served later. */
export function sendUnavailable(reply: FastifyReply, locale: string, code: string, seconds: number): FastifyReply {
  const { body: status } = BODY_STATUS.SERVER_ERROR;
  const body: Envelope = { status, code, message: say(locale, code), data: null, request_id: reply.request.id };
  return reply.code(503).header('cache-control', 'no-store').header('retry-after', String(seconds)).send(body);
}

/** Hints for the operator: `<KEY>_DETAILS`, else the remote error where the message leaves it out. */
function detailsOf(locale: string, { messageKey, params }: AppError, message: string): string | undefined {
  const key = `${messageKey}_DETAILS`;
  if (isMessage(key)) return say(locale, key, params);
  const detail = String(params.detail ?? '');
  return detail && !message.includes(detail) ? detail : undefined;
}

/** Sends an error in the requested language, with a stable code and a sentence for each invalid field. */
export function sendError(reply: FastifyReply, locale: string, error: AppError): FastifyReply {
  const { body: status, http } = BODY_STATUS[error.status];
  const errors = error.fields
    ? Object.fromEntries(
        Object.entries(error.fields).map(([field, keys]) => [field, keys.map((key) => say(locale, key, error.params))]),
      )
    : undefined;
  const message = say(locale, error.messageKey, error.params);
  const details = detailsOf(locale, error, message);
  const body: Envelope = {
    status,
    code: error.code,
    message,
    data: details === undefined ? (error.data ?? null) : { ...error.data, details },
    ...(errors ? { errors } : {}),
    request_id: reply.request.id,
  };
  // Paths that the router can't parse skip the hooks that set it.
  reply.header(REQUEST_ID_HEADER, reply.request.id);
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  return reply.code(http).send(body);
}
