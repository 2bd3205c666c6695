import { timingSafeEqual } from 'node:crypto';
import { type ChannelConnector, ConnectorError } from '@quayside/connector-kit';
import { z } from 'zod';
import { queryString } from './sign.ts';

const granted = z.object({
  user_id: z.union([z.string(), z.number()]).transform(String),
  consumer_key: z.string().startsWith('ck_'),
  consumer_secret: z.string().startsWith('cs_'),
  key_permissions: z.enum(['read', 'write', 'read_write']),
});

/** The shop's page on which its owner grants keys. It calls back over https only. Source: class-wc-auth.php. */
export const authorizeUrl: NonNullable<ChannelConnector['authorizeUrl']> = ({
  baseUrl,
  state,
  returnUrl,
  callbackUrl,
}) => {
  const query = {
    app_name: 'Quayside',
    scope: 'read_write',
    user_id: state,
    return_url: returnUrl,
    callback_url: callbackUrl,
  };
  return `${baseUrl}/wc-auth/v1/authorize?${queryString(query)}`;
};

/** Takes the keys that the shop posted; `user_id` is our state come back. Throws rejected or auth. */
export const finishAuthorize: NonNullable<ChannelConnector['finishAuthorize']> = async (
  _http,
  { expectedState, rawBody },
) => {
  let body: unknown;
  try {
    body = JSON.parse(rawBody?.toString('utf8') ?? '');
  } catch {
    throw new ConnectorError('rejected', 'store sent no API keys', { code: 'invalid_input' });
  }
  const parsed = granted.safeParse(body);
  if (!parsed.success) throw new ConnectorError('rejected', 'store sent no API keys', { code: 'invalid_input' });
  const { user_id, consumer_key, consumer_secret, key_permissions } = parsed.data;
  const [given, expected] = [Buffer.from(user_id), Buffer.from(expectedState)];
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new ConnectorError('rejected', 'state does not match the one we sent', { code: 'invalid_input' });
  if (key_permissions !== 'read_write')
    throw new ConnectorError('auth', key_permissions === 'read' ? 'write' : 'read', { code: 'missing_scope' });
  return { consumerKey: consumer_key, consumerSecret: consumer_secret };
};
