import { type ConnectorContext, ConnectorError } from '@quayside/connector-kit';
import { getCredentials, isOwnApp, type ShopifyCredentials, saveCredentials } from './credentials.ts';
import { requestTokens } from './token-endpoint.ts';

/** A token is renewed this long before its end (it lives an hour), so that none dies on the way. */
const EARLY_MS = 5 * 60_000;

type Tokens = Partial<ShopifyCredentials>;

/** One renewal at a time per shop: each one turns the refresh token. */
const underWay = new Map<string, Promise<Tokens>>();

/**
 * What became of refresh tokens that this process turned. A call that read its credentials before the turn goes on
 * with the new pair; asking with the old one would be refused, and the owner told to connect again for nothing.
 */
const turned = new Map<string, Tokens>();
const TURNED_KEPT = 1_000;

function remember(old: string, tokens: Tokens): void {
  turned.set(old, tokens);
  const [oldest] = turned.keys();
  if (turned.size > TURNED_KEPT && oldest !== undefined) turned.delete(oldest);
}

/** Moves the context on to the newest pair this process knows of; false when it has the newest. */
function catchUp(ctx: ConnectorContext): boolean {
  let moved = false;
  for (;;) {
    const next = turned.get(getCredentials(ctx).refreshToken ?? '');
    if (!next) return moved;
    ctx.credentials = { ...ctx.credentials, ...next } as Record<string, string>;
    moved = true;
  }
}

/** A token by the id and secret of the owner's own app. Source: shopify.dev, "Using the client credentials grant". */
async function askAsOwnApp(ctx: ConnectorContext): Promise<Tokens> {
  const { clientId = '', clientSecret = '' } = getCredentials(ctx);
  const body = { client_id: clientId.trim(), client_secret: clientSecret.trim(), grant_type: 'client_credentials' };
  const tokens = await requestTokens(ctx.http, ctx.baseUrl, body, ctx.clock.millis());
  await saveCredentials(ctx, { ...tokens });
  return { ...tokens };
}

async function renew(ctx: ConnectorContext): Promise<Tokens> {
  if (isOwnApp(getCredentials(ctx))) return askAsOwnApp(ctx);
  const { clientId, clientSecret, refreshToken, refreshTokenExpiresAt } = getCredentials(ctx);
  if (!refreshToken || !clientId || !clientSecret) {
    throw new ConnectorError('auth', 'access token expired and there is no refresh token: reconnect the store');
  }
  if (refreshTokenExpiresAt && Number(refreshTokenExpiresAt) <= ctx.clock.millis()) {
    throw new ConnectorError('auth', 'refresh token expired (unused for too long): reconnect the store');
  }
  const body = {
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  };
  const tokens = await requestTokens(ctx.http, ctx.baseUrl, body, ctx.clock.millis());
  // Kept before the first use: using the new pair is what ends the old one.
  await saveCredentials(ctx, { ...tokens });
  remember(refreshToken, { ...tokens });
  return { ...tokens };
}

/** Renews alone among the workers, unless one of them has meanwhile turned the pair: then that one is used. */
async function renewAlone(ctx: ConnectorContext): Promise<Tokens> {
  if (!ctx.renewing) return renew(ctx);
  const { accessToken: staleAccess, refreshToken: stale } = getCredentials(ctx);
  return ctx.renewing(async (kept) => {
    ctx.credentials = { ...ctx.credentials, ...kept };
    const theirs = getCredentials(ctx);
    if (isOwnApp(theirs)) return theirs.accessToken && theirs.accessToken !== staleAccess ? { ...theirs } : renew(ctx);
    if (!stale || !theirs.refreshToken || theirs.refreshToken === stale) return renew(ctx);
    remember(stale, theirs);
    return theirs;
  });
}

/** Renews the token of this shop, or waits for the renewal that is under way. */
export async function renewToken(ctx: ConnectorContext): Promise<string> {
  if (catchUp(ctx)) return getCredentials(ctx).accessToken;
  const key = `${ctx.baseUrl} ${getCredentials(ctx).clientId ?? ''}`;
  const running = underWay.get(key);
  if (running) {
    const tokens = await running;
    // A token of the owner's own app stands by itself; a pair is found by the refresh token that it replaced.
    if (isOwnApp(getCredentials(ctx))) ctx.credentials = { ...ctx.credentials, ...tokens } as Record<string, string>;
    else catchUp(ctx);
    return getCredentials(ctx).accessToken;
  }
  const mine = renewAlone(ctx).finally(() => underWay.delete(key));
  underWay.set(key, mine);
  await mine;
  return getCredentials(ctx).accessToken;
}

/** A token that may be used now. Throws auth when none can be had without the owner. */
export async function currentToken(ctx: ConnectorContext): Promise<string> {
  const { accessToken, accessTokenExpiresAt } = getCredentials(ctx);
  if (!accessToken) return renewToken(ctx);
  if (!accessTokenExpiresAt || Number(accessTokenExpiresAt) - EARLY_MS > ctx.clock.millis()) return accessToken;
  return renewToken(ctx);
}

/** Whether a refused token can be replaced without the owner. */
export const canRenew = (ctx: ConnectorContext): boolean => {
  const kept = getCredentials(ctx);
  return kept.refreshToken !== undefined || isOwnApp(kept);
};
