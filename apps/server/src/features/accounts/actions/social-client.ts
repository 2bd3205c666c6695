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
import { type Deps, httpOf } from '../../../deps.ts';
import type { SocialProvider } from '../../../social.ts';

/** What is kept of a sign-in while the person is away at the provider. */
export interface Away {
  state: string;
  verifier: string;
  nonce: string;
}

/** Who a provider says that a person is. */
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

/** The library speaks to the provider through our guarded client alone. */
function clientOf(deps: Deps, provider: SocialProvider): Configuration {
  const configuration = new Configuration(
    { issuer: provider.issuer, authorization_endpoint: provider.authorizeUrl, token_endpoint: provider.tokenUrl },
    provider.clientId,
    undefined,
    ClientSecretPost(provider.clientSecret),
  );
  if (provider.isSandbox) allowInsecureRequests(configuration);
  configuration[customFetch] = async (url, { method, headers, body }) => {
    const answer = await httpOf(deps, provider.isSandbox ? 'sandbox' : 'live').send({
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

/** The provider's page, with a state, a nonce and a PKCE challenge of this one sign-in. */
export async function leaveFor(
  deps: Deps,
  provider: SocialProvider,
  redirectUri: string,
): Promise<{ url: string; away: Away }> {
  const away: Away = { state: randomState(), verifier: randomPKCECodeVerifier(), nonce: randomNonce() };
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

/** Exchanges the code that came back and asks who it is. Throws what the library or the provider refuses. */
export async function comeBack(
  deps: Deps,
  provider: SocialProvider,
  redirectUri: string,
  away: Away,
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
    // Facebook gives an e-mail only when the person has confirmed it there; it says so nowhere, so we ask ourselves.
    emailVerified: false,
    firstName: profile.first_name,
    lastName: profile.last_name,
  };
}
