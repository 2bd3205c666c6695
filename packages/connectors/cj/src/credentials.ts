import type { ConnectorContext } from '@quayside/connector-kit';

/**
 * What is kept of one CJ account. `apiKey` is what the owner pastes; the rest is fetched and rotated by the connector.
 * `openId` is also the key of the webhooks' signatures. All values are texts, as the vault keeps them.
 */
export interface CjCredentials {
  apiKey: string;
  openId?: string;
  accessToken?: string;
  /** Unix milliseconds, as text. */
  accessTokenExpiresAt?: string;
  refreshToken?: string;
  refreshTokenExpiresAt?: string;
  /** Requests a second that CJ grants this account (GET /setting/get, qpsLimit). */
  qps?: string;
}

export const getCredentials = (ctx: ConnectorContext): CjCredentials => ctx.credentials as unknown as CjCredentials;

/** Keeps changed credentials before anything uses them; the context goes on with the new ones. */
export async function saveCredentials(ctx: ConnectorContext, change: Partial<CjCredentials>): Promise<void> {
  const next = { ...ctx.credentials, ...change } as Record<string, string>;
  await ctx.saveCredentials(next);
  ctx.credentials = next;
}
