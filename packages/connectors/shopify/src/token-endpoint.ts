import { ConnectorError, type HttpClient, type HttpResponse } from '@quayside/connector-kit';
import { z } from 'zod';

const answer = z.object({
  access_token: z.string().min(1),
  scope: z.string().optional(),
  expires_in: z.number().optional(),
  refresh_token: z.string().optional(),
  refresh_token_expires_in: z.number().optional(),
});

const refusal = z.object({ error: z.string().optional(), error_description: z.string().optional() });

function parse(response: HttpResponse): unknown {
  try {
    return JSON.parse(response.text);
  } catch {
    return undefined;
  }
}

function errorOf(response: HttpResponse, body: unknown): ConnectorError {
  const known = refusal.safeParse(body);
  const words = known.success ? [known.data.error, known.data.error_description].filter(Boolean).join(': ') : '';
  const detail = `Shopify answered HTTP ${response.status} to the request for a token${words ? `: ${words}` : ''}`;
  if (response.status === 429) return new ConnectorError('rate-limited', detail, { retryAfterMs: 2_000 });
  if (response.status === 404) return new ConnectorError('rejected', detail, { code: 'not_a_shop' });
  if (response.status >= 500) return new ConnectorError('temporary', detail);
  return new ConnectorError('auth', detail);
}

export interface Tokens {
  accessToken: string;
  accessTokenExpiresAt?: string;
  refreshToken?: string;
  refreshTokenExpiresAt?: string;
  scope?: string;
}

/**
 * Asks a shop's token endpoint. `now` is the moment of asking, so that an end counted from it is never too late.
 * Throws auth when Shopify refuses the code or the refresh token.
 */
export async function requestTokens(
  http: HttpClient,
  baseUrl: string,
  body: Record<string, string>,
  now: number,
): Promise<Tokens> {
  const response = await http.send({
    method: 'POST',
    url: `${baseUrl}/admin/oauth/access_token`,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
    // A token that was made and lost is asked for again: the old refresh token works until the new one is used.
    effect: false,
  });
  const json = parse(response);
  if (response.status !== 200) throw errorOf(response, json);
  const parsed = answer.safeParse(json);
  if (!parsed.success) throw new ConnectorError('unexpected', 'unexpected response to a token request');
  const { access_token, expires_in, refresh_token, refresh_token_expires_in, scope } = parsed.data;
  const end = (seconds: number | undefined) => (seconds === undefined ? undefined : String(now + seconds * 1000));
  const all = {
    accessToken: access_token,
    accessTokenExpiresAt: end(expires_in),
    refreshToken: refresh_token,
    refreshTokenExpiresAt: end(refresh_token_expires_in),
    scope,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as unknown as Tokens;
}
