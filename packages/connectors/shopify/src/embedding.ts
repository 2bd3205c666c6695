import type { ChannelEmbedding } from '@quayside/connector-kit';
import { getApp } from './oauth.ts';
import { queryHmac, sameText, TIMESTAMP_TOLERANCE_S } from './oauth-query.ts';
import { requestTokens } from './token-endpoint.ts';

/** Names of RFC 8693 and Shopify's own. Source: @shopify/shopify-api, token-exchange. */
const GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ID_TOKEN = 'urn:ietf:params:oauth:token-type:id_token';
const OFFLINE = 'urn:shopify:params:oauth:token-type:offline-access-token';

/** Seconds that a signed address is believed. */
const SIGNED_FOR_S = 86_400;

/** How Shopify's admin shows the app in a frame: what it signs, who frames, and how its session token becomes a lasting one. */
export const embedding: ChannelEmbedding = {
  /** The address that Shopify opens is signed as an OAuth callback is. A tab may be restored within the day. */
  isSigned: (query, appCredentials, now) => {
    const { hmac, timestamp } = query;
    const age = timestamp ? now / 1000 - Number(timestamp) : Number.NaN;
    if (!(age <= SIGNED_FOR_S && age >= -TIMESTAMP_TOLERANCE_S)) return false;
    return hmac !== undefined && sameText(hmac.toLowerCase(), queryHmac(query, getApp(appCredentials).clientSecret));
  },
  /** Source: shopify.dev, "Set up iframe protection". */
  adminOrigins: (platformDomain) => [`https://${platformDomain}`, 'https://admin.shopify.com'],
  /** An offline token that ends after an hour, with its refresh token. */
  exchange: async (http, { appCredentials, baseUrl, now, sessionToken }) => {
    const app = getApp(appCredentials);
    const tokens = await requestTokens(
      http,
      baseUrl,
      {
        client_id: app.clientId,
        client_secret: app.clientSecret,
        grant_type: GRANT,
        subject_token: sessionToken,
        subject_token_type: ID_TOKEN,
        requested_token_type: OFFLINE,
        expiring: '1',
      },
      now,
    );
    return { ...tokens, ...app };
  },
};
