import { type ConnectorContext, ConnectorError, type HttpResponse } from '@quayside/connector-kit';
import { type Answer, answerSchema } from './raw.ts';

/** 17TRACK allows 3 requests a second for a key. */
const SPACING_MS = 1_000 / 3;

/** When the next request with a key may leave, in Unix milliseconds. */
const nextRequests = new Map<string, number>();

async function waitForTurn(ctx: ConnectorContext): Promise<void> {
  const key = `${ctx.baseUrl} ${ctx.credentials.apiKey}`;
  const now = ctx.clock.millis();
  const turn = Math.max(now, nextRequests.get(key) ?? 0);
  nextRequests.set(key, turn + SPACING_MS);
  if (turn > now) await new Promise((done) => setTimeout(done, turn - now));
}

/** Codes of the whole request. Source: 17TRACK's API documents, error codes. */
const AUTH = [-18010001, -18010002, -18010004, -18010005];
const INTERNAL = -18010003;
const DAILY_LIMIT = -18019907;
export const ALREADY_REGISTERED = -18019901;
export const CARRIER_UNKNOWN = [-18019903, -18019910];
export const QUOTA_USED_UP = [DAILY_LIMIT, -18019908];

function failureOf(response: HttpResponse, effect: boolean): ConnectorError | undefined {
  if (response.status === 401 || response.status === 403)
    return new ConnectorError('auth', `17TRACK refused the key (HTTP ${response.status})`);
  if (response.status === 429) {
    const seconds = Number(response.headers['retry-after']);
    return new ConnectorError('rate-limited', '17TRACK allows 3 requests a second', {
      retryAfterMs: seconds > 0 ? seconds * 1_000 : 1_000,
    });
  }
  if (response.status !== 200) return new ConnectorError(effect ? 'unknown' : 'temporary', `HTTP ${response.status}`);
  return undefined;
}

/** Makes one call. Throws ConnectorError. */
export async function ask(ctx: ConnectorContext, call: string, body: unknown, effect: boolean): Promise<Answer> {
  await waitForTurn(ctx);
  const response = await ctx.http.send({
    method: 'POST',
    url: `${ctx.baseUrl}/${call}`,
    headers: { '17token': ctx.credentials.apiKey ?? '', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    effect,
    ...(ctx.signal ? { signal: ctx.signal } : {}),
  });
  const failure = failureOf(response, effect);
  if (failure) throw failure;
  let parsed: unknown;
  try {
    parsed = JSON.parse(response.text);
  } catch {
    parsed = undefined;
  }
  const read = answerSchema.safeParse(parsed);
  if (!read.success)
    throw new ConnectorError(effect ? 'unknown' : 'unexpected', `17TRACK's answer to ${call} has another shape`);
  const fault = read.data.data?.errors?.[0] ?? (read.data.code === 0 ? undefined : { code: read.data.code });
  if (!fault) return read.data;
  const detail = `17TRACK: ${fault.message ?? fault.code}`;
  if (AUTH.includes(fault.code)) throw new ConnectorError('auth', detail);
  if (fault.code === INTERNAL) throw new ConnectorError(effect ? 'unknown' : 'temporary', detail);
  if (QUOTA_USED_UP.includes(fault.code)) throw new ConnectorError('rejected', detail, { code: 'quota_used_up' });
  throw new ConnectorError('rejected', detail, { code: 'other' });
}
