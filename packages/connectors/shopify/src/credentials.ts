import { type ConnectorContext, ConnectorError } from '@quayside/connector-kit';

/**
 * What is kept of one shop. With OAuth: an offline token that lives an hour, the refresh token that renews it, and the
 * app's id and secret, which every renewal needs. With an app that the owner made for his own shops: its id and secret,
 * for which Shopify gives a token of a day whenever it is asked. With a pasted token of an app that was made in the
 * shop's admin: the token alone, which does not end, and that app's secret where the owner gives it (webhooks are signed
 * with it). All values are texts.
 */
export interface ShopifyCredentials {
  /** Empty: none was asked for yet. */
  accessToken: string;
  /** Unix milliseconds, as text; absent: the token does not end. */
  accessTokenExpiresAt?: string;
  refreshToken?: string;
  refreshTokenExpiresAt?: string;
  clientId?: string;
  clientSecret?: string;
  /** Scopes granted, separated by commas, as Shopify told them with the token. */
  scope?: string;
}

/** The credentials of a call. Throws auth when there is no token at all. */
export function getCredentials(ctx: ConnectorContext): ShopifyCredentials {
  const kept = ctx.credentials as unknown as Partial<ShopifyCredentials>;
  const accessToken = kept.accessToken?.trim() ?? '';
  if (accessToken === '' && !(kept.clientId && kept.clientSecret))
    throw new ConnectorError('auth', 'no access token for this store: reconnect it');
  return { ...kept, accessToken };
}

/** Whether tokens come by the id and secret of the owner's own app: none is kept yet, or one that ends and has no refresh token. */
export const isOwnApp = (kept: ShopifyCredentials): boolean =>
  Boolean(kept.clientId && kept.clientSecret && !kept.refreshToken && (!kept.accessToken || kept.accessTokenExpiresAt));

/** Keeps changed credentials before anything uses them; the context goes on with the new ones. */
export async function saveCredentials(ctx: ConnectorContext, change: Partial<ShopifyCredentials>): Promise<void> {
  const next = { ...ctx.credentials, ...change } as Record<string, string>;
  await ctx.saveCredentials(next);
  ctx.credentials = next;
}
