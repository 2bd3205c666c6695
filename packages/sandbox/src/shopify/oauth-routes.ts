import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { exchangedScopes } from './app-frame.ts';
import type { Shopify } from './call.ts';
import { installPage, messagePage } from './oauth-page.ts';
import { covers } from './scopes.ts';
import { ALL_SCOPES, APPS, CUSTOM_APP, findShop, getDomain, getSecret } from './seed.ts';
import { isSessionToken } from './session-tokens.ts';
import type { Tokens } from './tokens.ts';

const authorizeQuery = z.object({
  client_id: z.string(),
  scope: z.string(),
  redirect_uri: z.url(),
  state: z.string().default(''),
});
const install = authorizeQuery.extend({
  decision: z.enum(['install', 'cancel']),
  /** Scopes that the owner of a sandbox shop keeps back. */
  withhold: z
    .union([z.string(), z.array(z.string())])
    .default([])
    .transform((given) => [given].flat()),
});

const tokenBody = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  code: z.string().optional(),
  expiring: z.union([z.string(), z.number()]).transform(String).optional(),
  grant_type: z.string().optional(),
  refresh_token: z.string().optional(),
  subject_token: z.string().optional(),
  subject_token_type: z.string().optional(),
  requested_token_type: z.string().optional(),
});

const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ID_TOKEN = 'urn:ietf:params:oauth:token-type:id_token';
const OFFLINE = 'urn:shopify:params:oauth:token-type:offline-access-token';

type Params = { shop: string };

const html = (reply: FastifyReply, status: number, page: string) =>
  reply.code(status).type('text/html; charset=utf-8').send(page);

/** The callback with Shopify's signature over its sorted query. */
function callbackUrl(redirect: string, secret: string, values: Record<string, string>): string {
  const url = new URL(redirect);
  const sorted = new URLSearchParams(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
  const hmac = createHmac('sha256', secret).update(sorted.toString()).digest('hex');
  for (const [name, value] of Object.entries({ ...values, hmac })) url.searchParams.set(name, value);
  return url.toString();
}

/** Scopes asked for as granted: those that exist, with the reading that writing contains. */
const granted = (scope: string): string[] => {
  const asked = new Set(scope.split(',').map((one) => one.trim()));
  return ALL_SCOPES.filter((one) => covers(asked, one));
};

/** Where an owner installs an app, and where the app gets and renews its tokens. */
export function addOauth(app: FastifyInstance, { world }: Shopify, tokens: Tokens): void {
  app.get<{ Params: Params }>('/:shop/admin/oauth/authorize', (request, reply) => {
    const shop = findShop(request.params.shop);
    const query = authorizeQuery.safeParse(request.query);
    const known = query.success ? APPS.find((one) => one.clientId === query.data.client_id) : undefined;
    if (!shop) return html(reply, 404, messagePage('This shop does not exist', ''));
    if (!query.success || !known) {
      return html(reply, 400, messagePage('Oauth error invalid_request', 'Unknown app or redirect URL.'));
    }
    const bad = query.data.scope.split(',').filter((one) => !ALL_SCOPES.includes(one.trim()));
    if (bad.length > 0) {
      return html(reply, 400, messagePage('Oauth error invalid_scope', `These scopes do not exist: ${bad.join(', ')}`));
    }
    return html(reply, 200, installPage(shop.name, known.name, granted(query.data.scope), query.data));
  });

  app.post<{ Params: Params }>('/:shop/admin/oauth/authorize', (request, reply) => {
    const shop = findShop(request.params.shop);
    const form = install.safeParse(request.body);
    const known = form.success ? APPS.find((one) => one.clientId === form.data.client_id) : undefined;
    if (!shop || !form.success || !known) return html(reply, 400, messagePage('Oauth error invalid_request', ''));
    if (form.data.decision === 'cancel') {
      return html(
        reply,
        200,
        messagePage('Not installed', `${known.name} was not installed. You can close this page.`),
      );
    }
    const { scope, withhold } = form.data;
    const scopes = granted(scope).filter((one) => !withhold.includes(one));
    const code = tokens.grant({ shop: shop.shop, clientId: known.clientId, scopes });
    const values = {
      code,
      host: Buffer.from(`${getDomain(shop.shop)}/admin`)
        .toString('base64')
        .replaceAll('=', ''),
      shop: getDomain(shop.shop),
      state: form.data.state,
      // Shopify signs with real time; so does the sandbox, however fast its own clock runs.
      timestamp: String(Math.floor(Date.now() / 1000)),
    };
    return reply.redirect(callbackUrl(form.data.redirect_uri, getSecret(world, known), values), 302);
  });

  app.post<{ Params: Params }>('/:shop/admin/oauth/access_token', (request, reply) => {
    const refuse = (status: number, error: string, error_description: string) =>
      reply.code(status).send({ error, error_description });
    const body = tokenBody.safeParse(request.body);
    if (!findShop(request.params.shop)) return refuse(404, 'not_found', 'This shop does not exist');
    if (!body.success) return refuse(400, 'invalid_request', 'The request is missing a parameter');
    const { client_id, client_secret, code, expiring, grant_type, refresh_token } = body.data;
    const known = APPS.find((one) => one.clientId === client_id && getSecret(world, one) === client_secret);
    if (!known) return refuse(401, 'application_cannot_be_found', 'The client id or secret is wrong');
    const { shop } = request.params;
    if (grant_type === TOKEN_EXCHANGE) {
      const { requested_token_type, subject_token = '', subject_token_type } = body.data;
      if (subject_token_type !== ID_TOKEN || requested_token_type !== OFFLINE)
        return refuse(400, 'invalid_request', 'The sandbox exchanges an id token for an offline access token only');
      if (!isSessionToken(subject_token, shop, known, getSecret(world, known)))
        return refuse(400, 'invalid_subject_token', 'The session token is invalid or has expired');
      const grant = { shop, clientId: client_id, scopes: granted(exchangedScopes.join(',')) };
      const exchanged = tokens.exchangeSession(grant, expiring === '1');
      return exchanged ?? refuse(400, 'invalid_request', 'The app is not installed in this shop');
    }
    if (grant_type === 'client_credentials') {
      // Only an app of the same organisation as the shop, installed in it.
      const own = { shop, clientId: client_id, scopes: ALL_SCOPES };
      const given = known === CUSTOM_APP ? tokens.forOwnApp(own) : undefined;
      return given ?? refuse(400, 'shop_not_permitted', 'Client credentials cannot be performed on this shop.');
    }
    const answer =
      grant_type === 'refresh_token'
        ? tokens.refresh(shop, client_id, refresh_token ?? '')
        : tokens.exchange(shop, client_id, code ?? '', expiring === '1');
    if (answer) return answer;
    world.log(`shopify: a token was refused in ${shop}`);
    return refuse(400, 'invalid_request', 'The authorization code or refresh token was not found or was already used');
  });
}
