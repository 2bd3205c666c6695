import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  fetchProtectedResource,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { z } from 'zod';
import { type Deps, getHttp } from '../../../deps.ts';
import type { SocialProvider } from '../../../social.ts';

/** State of a sign-in while the person is at the provider. */
export interface SocialRedirect {
  state: string;
  verifier: string;
  nonce: string;
}

/** The person as described by a provider. */
export interface Profile {
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
}

const profileSchema = z.object({
  id: z.string().min(1).max(200),
  email: z.string().optional(),
  first_name: z.string().default(''),
  last_name: z.string().default(''),
});
const claimsSchema = z.object({
  sub: z.string().min(1).max(200),
  email: z.string().optional(),
  email_verified: z.boolean().default(false),
  given_name: z.string().default(''),
  family_name: z.string().default(''),
});

/** The library uses only our guarded HTTP client. */
function clientOf(deps: Deps, provider: SocialProvider): Configuration {
  const configuration = new Configuration(
    { issuer: provider.issuer, authorization_endpoint: provider.authorizeUrl, token_endpoint: provider.tokenUrl },
    provider.clientId,
    undefined,
    ClientSecretPost(provider.clientSecret),
  );
  if (provider.isSandbox) allowInsecureRequests(configuration);
  configuration[customFetch] = async (url, { method, headers, body }) => {
    const answer = await getHttp(deps, provider.isSandbox ? 'sandbox' : 'live', 'sign-in').send({
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body ? { body: body instanceof Uint8Array ? body : String(body) } : {}),
      effect: false,
      maxBytes: 256 * 1024,
    });
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers: answer.headers });
  };
  return configuration;
}

/** The provider's URL with state, nonce and PKCE challenge of this sign-in. */
export async function leaveFor(
  deps: Deps,
  provider: SocialProvider,
  redirectUri: string,
): Promise<{ url: string; away: SocialRedirect }> {
  const away: SocialRedirect = { state: randomState(), verifier: randomPKCECodeVerifier(), nonce: randomNonce() };
  const url = buildAuthorizationUrl(clientOf(deps, provider), {
    redirect_uri: redirectUri,
    scope: provider.scope,
    state: away.state,
    code_challenge: await calculatePKCECodeChallenge(away.verifier),
    code_challenge_method: 'S256',
    ...(provider.profileUrl ? {} : { nonce: away.nonce }),
  });
  return { url: url.href, away };
}

/** Exchanges the returned code and reads the profile. Throws errors of the library or the provider. */
export async function comeBack(
  deps: Deps,
  provider: SocialProvider,
  redirectUri: string,
  away: SocialRedirect,
  code: string,
): Promise<Profile> {
  const client = clientOf(deps, provider);
  const current = new URL(redirectUri);
  current.search = new URLSearchParams({ code, state: away.state }).toString();
  const tokens = await authorizationCodeGrant(client, current, {
    pkceCodeVerifier: away.verifier,
    expectedState: away.state,
    ...(provider.profileUrl ? {} : { expectedNonce: away.nonce, idTokenExpected: true }),
  });
  if (!provider.profileUrl) {
    const claims = claimsSchema.parse(tokens.claims());
    return {
      subject: claims.sub,
      email: claims.email,
      emailVerified: claims.email_verified,
      firstName: claims.given_name,
      lastName: claims.family_name,
    };
  }
  const answer = await fetchProtectedResource(client, tokens.access_token, new URL(provider.profileUrl), 'GET');
  const profile = profileSchema.parse(await answer.json());
  return {
    subject: profile.id,
    email: profile.email,
    // Facebook returns confirmed emails only, but doesn't state it, so we verify ourselves.
    emailVerified: false,
    firstName: profile.first_name,
    lastName: profile.last_name,
  };
}
