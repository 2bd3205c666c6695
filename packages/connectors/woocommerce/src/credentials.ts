import { type ConnectorContext, ConnectorError } from '@quayside/connector-kit';

/**
 * How keys travel. basic: Authorization header over https. query: in the query over https, for hosts that drop the
 * header. oauth: signatures, over http, and over https where WordPress behind a proxy does not know that it is https.
 */
export type AuthMethod = 'basic' | 'query' | 'oauth';
/** plain: the shop has no /wp-json, only ?rest_route= (permalinks set to plain). */
export type RestAddressForm = 'pretty' | 'plain';

export interface Keys {
  consumerKey: string;
  consumerSecret: string;
  auth: AuthMethod;
  rest: RestAddressForm;
}

/** The keys and what was learnt about the shop's server. Throws auth when they are missing. */
export function getKeys(ctx: ConnectorContext): Keys {
  const { consumerKey, consumerSecret, auth, rest } = ctx.credentials;
  if (!consumerKey || !consumerSecret) throw new ConnectorError('auth', 'consumer key or secret is missing');
  const https = ctx.baseUrl.startsWith('https:');
  const way: AuthMethod = !https ? 'oauth' : auth === 'query' || auth === 'oauth' ? auth : 'basic';
  return { consumerKey, consumerSecret, auth: way, rest: rest === 'plain' ? 'plain' : 'pretty' };
}
