import { type ChannelConnector, ConnectorError, type HttpClient } from '@quayside/connector-kit';
import { isSameShop } from './address.ts';
import { queryHmac, sameText, TIMESTAMP_TOLERANCE_S } from './oauth-query.ts';
import { OPTIONAL_SCOPES, SCOPES } from './scopes.ts';
import { requestTokens } from './token-endpoint.ts';

type AuthorizeInput = Parameters<NonNullable<ChannelConnector['authorizeUrl']>>[0];
type FinishInput = Parameters<NonNullable<ChannelConnector['finishAuthorize']>>[1];

export function getApp(appCredentials: Record<string, string>): { clientId: string; clientSecret: string } {
  const { clientId, clientSecret } = appCredentials;
  if (clientId && clientSecret) return { clientId, clientSecret };
  throw new ConnectorError(
    'rejected',
    'no Shopify app is configured: set SHOPIFY_CLIENT_ID and SHOPIFY_CLIENT_SECRET',
    {
      code: 'invalid_input',
    },
  );
}

/** The shop's page that asks the owner for our scopes. Shopify gives an offline token unless asked for another. */
export function authorizeUrl(input: AuthorizeInput): string {
  const query = new URLSearchParams({
    client_id: getApp(input.appCredentials).clientId,
    scope: [...SCOPES, ...OPTIONAL_SCOPES].join(','),
    redirect_uri: input.callbackUrl,
    state: input.state,
  });
  return `${input.baseUrl}/admin/oauth/authorize?${query}`;
}

function refuse(why: string): never {
  throw new ConnectorError('rejected', `invalid OAuth callback from Shopify: ${why}`, { code: 'invalid_input' });
}

/**
 * Checks the callback (state, signature, age, shop) and exchanges its code for an offline token that expires and its
 * refresh token. Throws rejected/invalid_input before anything is sent when a check fails.
 */
export async function finishAuthorize(http: HttpClient, input: FinishInput): Promise<Record<string, string>> {
  const app = getApp(input.appCredentials);
  const { code, hmac, shop, state, timestamp } = input.query;
  if (!state || !sameText(state, input.expectedState)) refuse('the state is not the one we gave');
  if (!hmac || !sameText(hmac.toLowerCase(), queryHmac(input.query, app.clientSecret))) refuse('wrong signature');
  const age = Math.abs(Math.trunc(input.now / 1000) - Number(timestamp));
  if (!timestamp || !(age <= TIMESTAMP_TOLERANCE_S)) refuse('it is too old, or this machine has the wrong time');
  if (!shop || !isSameShop(input.baseUrl, shop)) refuse(`it speaks of another shop (${shop ?? 'none'})`);
  if (!code) refuse('it has no code');
  const tokens = await requestTokens(
    http,
    input.baseUrl,
    { client_id: app.clientId, client_secret: app.clientSecret, code, expiring: '1' },
    input.now,
  );
  return { ...tokens, ...app };
}
