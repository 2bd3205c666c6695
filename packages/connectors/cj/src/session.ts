import { type ConnectorContext, ConnectorError } from '@quayside/connector-kit';
import type { z } from 'zod';
import { type CjCall, getData, refusedToken, send } from './client.ts';
import { type CjCredentials, getCredentials, saveCredentials } from './credentials.ts';
import { tokens } from './raw.ts';

/** A token is renewed this long before it ends (it lives 15 days). */
const EARLY_MS = 24 * 3_600_000;

type Tokens = z.output<typeof tokens>;

async function keep(ctx: ConnectorContext, fresh: Tokens): Promise<string> {
  const millis = (text: string): string => {
    const at = Date.parse(text);
    if (Number.isNaN(at)) throw new ConnectorError('unexpected', `CJ gave a token without a readable end: ${text}`);
    return String(at);
  };
  await saveCredentials(ctx, {
    ...(fresh.openId ? { openId: fresh.openId } : {}),
    accessToken: fresh.accessToken,
    accessTokenExpiresAt: millis(fresh.accessTokenExpiryDate),
    refreshToken: fresh.refreshToken,
    refreshTokenExpiresAt: millis(fresh.refreshTokenExpiryDate),
  });
  return fresh.accessToken;
}

async function ask(ctx: ConnectorContext, path: string, body: object): Promise<Tokens> {
  // Not an effect for us: a token that was made and lost is simply asked for again.
  const call: CjCall = { method: 'POST', path: `/authentication/${path}`, body, effect: false };
  return getData(await send(ctx, call, undefined), call, tokens);
}

const byKey = async (ctx: ConnectorContext): Promise<string> =>
  keep(ctx, await ask(ctx, 'getAccessToken', { apiKey: getCredentials(ctx).apiKey }));

/** A new pair by the refresh token; by the key where that no longer works. */
async function renew(ctx: ConnectorContext): Promise<string> {
  const { refreshToken, refreshTokenExpiresAt } = getCredentials(ctx);
  if (!refreshToken || Number(refreshTokenExpiresAt) <= ctx.clock.millis()) return byKey(ctx);
  try {
    return await keep(ctx, await ask(ctx, 'refreshAccessToken', { refreshToken }));
  } catch (err) {
    if (err instanceof ConnectorError && err.kind === 'auth') return byKey(ctx);
    throw err;
  }
}

/** Renews alone among the workers, unless one of them has meanwhile replaced the token that is no good. */
async function renewAlone(ctx: ConnectorContext, stale: string | undefined): Promise<string> {
  if (!ctx.renewing) return renew(ctx);
  return ctx.renewing(async (kept) => {
    const token = (kept as Partial<CjCredentials>).accessToken;
    ctx.credentials = { ...ctx.credentials, ...kept };
    return token && token !== stale ? token : renew(ctx);
  });
}

/** One renewal at a time per account in this process: CJ gives tokens once a second, and a refresh token works once. */
const underWay = new Map<string, Promise<Partial<CjCredentials>>>();

const TOKEN_FIELDS = [
  'openId',
  'accessToken',
  'accessTokenExpiresAt',
  'refreshToken',
  'refreshTokenExpiresAt',
] as const;

async function freshToken(ctx: ConnectorContext, stale: string | undefined): Promise<string> {
  const account = `${ctx.baseUrl} ${getCredentials(ctx).apiKey}`;
  const running = underWay.get(account);
  if (running) {
    const fresh = await running;
    // Another connection to the same account: it keeps the tokens as well.
    await saveCredentials(ctx, fresh);
    return String(fresh.accessToken);
  }
  const mine = renewAlone(ctx, stale)
    .then(() => Object.fromEntries(TOKEN_FIELDS.map((name) => [name, getCredentials(ctx)[name]])))
    .finally(() => underWay.delete(account));
  underWay.set(account, mine);
  return String((await mine).accessToken);
}

async function currentToken(ctx: ConnectorContext): Promise<string> {
  const { accessToken, accessTokenExpiresAt } = getCredentials(ctx);
  if (!accessToken || Number(accessTokenExpiresAt) - EARLY_MS <= ctx.clock.millis())
    return freshToken(ctx, accessToken);
  return accessToken;
}

/** Calls CJ as the account of the context, with a token that is fetched, renewed and kept as needed. Throws ConnectorError. */
export async function askAccount<S extends z.ZodType>(
  ctx: ConnectorContext,
  call: CjCall,
  schema: S,
): Promise<z.output<S>> {
  const token = await currentToken(ctx);
  let answer = await send(ctx, call, token);
  if (refusedToken(answer)) {
    const changed = getCredentials(ctx).accessToken;
    answer = await send(ctx, call, changed && changed !== token ? changed : await freshToken(ctx, token));
  }
  return getData(answer, call, schema);
}
