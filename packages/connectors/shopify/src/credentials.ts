import { type ConnectorContext, ConnectorError } from '@quayside/connector-kit';

/**
 * What is kept of one shop. With OAuth: an offline token that lives an hour, the refresh token that renews it, and the
 * app's id and secret, which every renewal needs. With a pasted token of a custom app: the token alone, which does not
 * end, and that app's secret where the owner gives it (webhooks are signed with it). All values are texts.
 */
export interface ShopifyCredentials {
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
export function credentialsOf(ctx: ConnectorContext): ShopifyCredentials {
  const kept = ctx.credentials as unknown as Partial<ShopifyCredentials>;
  if (!kept.accessToken) throw new ConnectorError('auth', 'no access token is kept for this shop: connect it again');
  return { ...kept, accessToken: kept.accessToken.trim() };
}

/** Keeps changed credentials before anything uses them; the context goes on with the new ones. */
export async function keepCredentials(ctx: ConnectorContext, change: Partial<ShopifyCredentials>): Promise<void> {
  const next = { ...ctx.credentials, ...change } as Record<string, string>;
  await ctx.saveCredentials(next);
  ctx.credentials = next;
}
