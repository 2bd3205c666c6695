import { type ConnectorContext, ConnectorError, type HttpResponse } from '@quayside/connector-kit';
import type { z } from 'zod';
import { isStaleToken, toError } from './codes.ts';
import { getCredentials } from './credentials.ts';
import { parseLossless } from './json.ts';
import { waitForSlot } from './limiter.ts';
import { envelope } from './raw.ts';

export interface CjCall {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /api2.0/v1. */
  path: string;
  query?: Record<string, string | readonly string[] | undefined>;
  body?: unknown;
  /** The call changes something at CJ. */
  effect: boolean;
  /** Called when its turn has come, right before it is sent; what it throws ends the call unsent. */
  beforeSend?: (() => Promise<void>) | undefined;
}

function address(ctx: ConnectorContext, call: CjCall): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query ?? {})) {
    for (const item of typeof value === 'string' ? [value] : (value ?? [])) query.append(name, item);
  }
  const text = query.toString();
  return `${ctx.baseUrl}${call.path}${text ? `?${text}` : ''}`;
}

/** Judges the HTTP answer alone, where there is no envelope to judge. */
function httpError(answer: HttpResponse, call: CjCall): ConnectorError {
  const detail = `CJ answered HTTP ${answer.status} to ${call.method} ${call.path}`;
  if (answer.status === 429) {
    const seconds = Number(answer.headers['retry-after']);
    return new ConnectorError('rate-limited', detail, { retryAfterMs: seconds > 0 ? seconds * 1_000 : 1_000 });
  }
  if (answer.status === 401) return new ConnectorError('auth', detail);
  if (answer.status >= 500) return new ConnectorError(call.effect ? 'unknown' : 'temporary', detail);
  return new ConnectorError(call.effect ? 'unknown' : 'unexpected', `${detail} without CJ's envelope`);
}

type Answer = { data: unknown } | { code: number; message: string };

function open(answer: HttpResponse, call: CjCall): Answer {
  let body: unknown;
  try {
    body = parseLossless(answer.text);
  } catch {
    throw httpError(answer, call);
  }
  const parsed = envelope.safeParse(body);
  if (!parsed.success) throw httpError(answer, call);
  const { code, result, success, message, data } = parsed.data;
  if (code != null && code !== 200) return { code, message: message ?? '' };
  if (answer.status !== 200) throw httpError(answer, call);
  // Some calls answer `success` instead of `result`; neither being there is a success too, by CJ's own rule.
  if (result === false || success === false) return { code: 0, message: message ?? 'result is false' };
  return { data };
}

/** One request without a token's renewal. Throws ConnectorError. `token` undefined: the calls that fetch tokens. */
export async function send(ctx: ConnectorContext, call: CjCall, token: string | undefined): Promise<Answer> {
  const { apiKey, qps } = getCredentials(ctx);
  await waitForSlot(ctx.clock, ctx.baseUrl, apiKey, Math.max(1, Number(qps) || 1));
  await call.beforeSend?.();
  // An aborted renewal would lose a refresh token that works once; every other call may end early.
  const signal = token === undefined ? undefined : ctx.signal;
  signal?.throwIfAborted();
  const answer = await ctx.http.send({
    method: call.method,
    url: address(ctx, call),
    headers: {
      accept: 'application/json',
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { 'CJ-Access-Token': token }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    effect: call.effect,
    ...(signal ? { signal } : {}),
  });
  return open(answer, call);
}

/** Reads the data of an answer, or throws what its code means. */
export function getData<S extends z.ZodType>(answer: Answer, call: CjCall, schema: S): z.output<S> {
  if (!('data' in answer)) throw toError(answer.code, answer.message, call.effect);
  const parsed = schema.safeParse(answer.data);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = `${call.path} ${issue?.path.join('.')}: ${issue?.message}`;
  throw new ConnectorError(call.effect ? 'unknown' : 'unexpected', `unexpected response from CJ: ${where}`);
}

/** Whether CJ refused the token itself; it then did nothing, whatever the call. */
export const refusedToken = (answer: Answer): boolean => !('data' in answer) && isStaleToken(answer.code);
