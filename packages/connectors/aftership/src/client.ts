import { type ConnectorContext, ConnectorError, type HttpResponse } from '@quayside/connector-kit';
import { answerSchema } from './raw.ts';

interface Request {
  method: 'GET' | 'POST';
  /** Below the base URL. */
  path: string;
  query?: Record<string, string | undefined>;
  body?: unknown;
}

/** Codes of `meta` with a meaning of their own. Source: AfterShip's API documents, request errors. */
export const EXISTS = 4003;
const COURIER_UNKNOWN = 4012;

/** Wait after a refusal: `x-ratelimit-reset` is a Unix time in seconds. */
function waitOf(response: HttpResponse, now: number): number {
  const reset = Number(response.headers['x-ratelimit-reset']) * 1_000;
  const seconds = Number(response.headers['retry-after']);
  if (seconds > 0) return seconds * 1_000;
  return reset > now ? Math.min(reset - now, 60_000) : 1_000;
}

/** Makes one call. `exists`: the answer to a creation of a known number. Throws ConnectorError. */
export async function ask(ctx: ConnectorContext, request: Request): Promise<{ data: unknown; exists: boolean }> {
  const effect = request.method !== 'GET';
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) if (value) query.set(name, value);
  const response = await ctx.http.send({
    method: request.method,
    url: `${ctx.baseUrl}${request.path}${query.size > 0 ? `?${query}` : ''}`,
    headers: {
      'as-api-key': ctx.credentials.apiKey ?? '',
      accept: 'application/json',
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    effect,
    ...(ctx.signal ? { signal: ctx.signal } : {}),
  });
  if (response.status === 429)
    throw new ConnectorError('rate-limited', 'AfterShip limits requests', {
      retryAfterMs: waitOf(response, ctx.clock.millis()),
    });
  if (response.status >= 500) throw new ConnectorError(effect ? 'unknown' : 'temporary', `HTTP ${response.status}`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(response.text);
  } catch {
    parsed = undefined;
  }
  const read = answerSchema.safeParse(parsed);
  if (!read.success)
    throw new ConnectorError(
      effect ? 'unknown' : 'unexpected',
      `AfterShip's answer (HTTP ${response.status}) has another shape`,
    );
  const { meta, data } = read.data;
  const detail = `AfterShip ${meta.code}: ${meta.message ?? ''}`;
  if (response.status === 401 || response.status === 403) throw new ConnectorError('auth', detail);
  if (response.status === 402) throw new ConnectorError('rejected', detail, { code: 'quota_used_up' });
  if (meta.code === EXISTS) return { data, exists: true };
  if (meta.code === COURIER_UNKNOWN) throw new ConnectorError('rejected', detail, { code: 'carrier_unknown' });
  if (response.status === 404) throw new ConnectorError('not-found', detail);
  if (response.status >= 400) throw new ConnectorError('rejected', detail, { code: 'invalid_input' });
  return { data, exists: false };
}
