import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../core/world.ts';
import { consentPage } from './page.ts';

/** The one client that the stand-ins know. Its secret here is the tests'; a running sandbox has its own. */
export const SOCIAL_CLIENT = { clientId: 'quayside-sandbox', clientSecret: 'quayside-sandbox-social-secret' } as const;
const NAMES: Record<string, string> = { google: 'Google', facebook: 'Facebook' };
const CODE_LIVES_MS = 60_000;

const asked = z.object({
  response_type: z.literal('code'),
  client_id: z.literal(SOCIAL_CLIENT.clientId),
  redirect_uri: z.url(),
  scope: z.string(),
  state: z.string().min(1),
  nonce: z.string().optional(),
  code_challenge: z.string().min(43),
  code_challenge_method: z.literal('S256'),
});

interface Grant {
  provider: string;
  redirectUri: string;
  challenge: string;
  nonce: string | undefined;
  email: string;
  first: string;
  last: string;
  endsAt: number;
}

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
/** The same person has the same number at a provider every time, and another at the other. */
const subjectOf = (provider: string, email: string): string =>
  BigInt(`0x${createHmac('sha256', provider).update(email.toLowerCase()).digest('hex').slice(0, 16)}`).toString();

/** Google (OpenID Connect) and Facebook (OAuth 2 with a profile): authorize with PKCE, exchange once, tell who it is. */
export const social: Emulator = {
  name: 'social',
  prefix: '/social',
  async register(app, world) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const grants = new Map<string, Grant>();
    const tokens = new Map<string, Grant>();
    const refuse = (reply: FastifyReply, error: string) => reply.code(400).send({ error });

    app.get<{ Params: { provider: string }; Querystring: Record<string, string> }>(
      '/:provider/auth',
      (request, reply) => {
        const name = NAMES[request.params.provider];
        if (!name || !asked.safeParse(request.query).success) return refuse(reply, 'invalid_request');
        return reply.type('text/html; charset=utf-8').send(consentPage(name, request.query));
      },
    );

    app.post<{ Params: { provider: string }; Body: Record<string, string> }>('/:provider/auth', (request, reply) => {
      const { provider } = request.params;
      const query = asked.safeParse(request.body);
      if (!NAMES[provider] || !query.success) return refuse(reply, 'invalid_request');
      const back = new URL(query.data.redirect_uri);
      back.searchParams.set('state', query.data.state);
      if (request.body.allow !== 'yes') {
        back.searchParams.set('error', 'access_denied');
        return reply.redirect(back.href, 303);
      }
      const code = randomBytes(24).toString('base64url');
      grants.set(code, {
        provider,
        redirectUri: query.data.redirect_uri,
        challenge: query.data.code_challenge,
        nonce: query.data.nonce,
        email: request.body.as_email ?? '',
        first: request.body.as_first ?? '',
        last: request.body.as_last ?? '',
        endsAt: Date.now() + CODE_LIVES_MS,
      });
      back.searchParams.set('code', code);
      return reply.redirect(back.href, 303);
    });

    app.post<{ Params: { provider: string }; Body: Record<string, string> }>('/:provider/token', (request, reply) => {
      const { provider } = request.params;
      const { code = '', client_id, client_secret, redirect_uri, code_verifier = '', grant_type } = request.body;
      if (client_id !== SOCIAL_CLIENT.clientId || client_secret !== world.secrets.social)
        return reply.code(401).send({ error: 'invalid_client' });
      const grant = grants.get(code);
      // A code works once, whatever comes of it.
      grants.delete(code);
      const challenge = createHash('sha256').update(code_verifier).digest('base64url');
      const good =
        grant_type === 'authorization_code' &&
        grant?.provider === provider &&
        grant.redirectUri === redirect_uri &&
        grant.challenge === challenge &&
        grant.endsAt > Date.now();
      if (!grant || !good) return refuse(reply, 'invalid_grant');
      const access = randomBytes(24).toString('base64url');
      tokens.set(access, grant);
      const answer = { access_token: access, token_type: 'Bearer', expires_in: 3_599 };
      if (provider !== 'google') return answer;
      const now = Math.floor(Date.now() / 1_000);
      const claims = {
        iss: `${request.protocol}://${request.host}/social/google`,
        aud: SOCIAL_CLIENT.clientId,
        sub: subjectOf(provider, grant.email),
        iat: now,
        exp: now + 3_600,
        ...(grant.nonce ? { nonce: grant.nonce } : {}),
        email: grant.email,
        email_verified: true,
        given_name: grant.first,
        family_name: grant.last,
      };
      const unsigned = `${base64url({ alg: 'RS256', typ: 'JWT' })}.${base64url(claims)}`;
      const signature = sign('RSA-SHA256', Buffer.from(unsigned), privateKey).toString('base64url');
      return { ...answer, scope: 'openid email profile', id_token: `${unsigned}.${signature}` };
    });

    app.get('/facebook/me', (request, reply) => {
      const grant = tokens.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
      if (grant?.provider !== 'facebook')
        return reply
          .code(400)
          .send({ error: { message: 'Invalid OAuth access token.', type: 'OAuthException', code: 190 } });
      return {
        id: subjectOf('facebook', grant.email),
        ...(grant.email ? { email: grant.email } : {}),
        first_name: grant.first,
        last_name: grant.last,
      };
    });
  },
};
