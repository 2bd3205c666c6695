import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { request as send } from 'undici';
import type { ApiKey, Keys, Permissions } from './auth.ts';
import { adminPage, escapeHtml } from './html.ts';
import { sameText } from './oauth.ts';
import type { ShopSettings, Shops } from './shops.ts';

const PARAMS = ['app_name', 'user_id', 'return_url', 'callback_url', 'scope'] as const;
type Params = Record<(typeof PARAMS)[number], string>;
const SCOPES: Record<Permissions, [name: string, allows: string[]]> = {
  read: ['Read', ['View customers', 'View orders and sales reports', 'View products']],
  write: ['Write', ['Create webhooks', 'Create orders', 'Create products']],
  read_write: [
    'Read/Write',
    [
      'Create webhooks',
      'View and manage customers',
      'View and manage orders and sales reports',
      'View and manage products',
    ],
  ],
};

class Refused extends Error {}

const withScheme = (url: string): string => (url.includes('://') ? url : `https://${url}`);

function checked(query: Record<string, string>): Params {
  for (const name of PARAMS) if (!query[name]) throw new Refused(`Missing parameter ${name}`);
  const params = query as Params;
  if (!(params.scope in SCOPES)) throw new Refused(`Invalid scope ${params.scope}`);
  for (const url of [params.return_url, params.callback_url])
    if (!URL.canParse(withScheme(url))) throw new Refused(`The ${url} is not a valid URL`);
  if (!/^https:\/\//i.test(withScheme(params.callback_url))) throw new Refused('The callback_url needs to be over SSL');
  return params;
}

const back = (params: Params, success: 0 | 1): string => {
  const url = new URL(withScheme(params.return_url));
  url.searchParams.set('success', String(success));
  url.searchParams.set('user_id', params.user_id);
  return url.href;
};

/**
 * /wc-auth/v1/authorize and its grant: the owner says yes, keys are made and posted to the app's address, over https
 * only and answered with 200, else they are taken back. Source: WooCommerce's class-wc-auth.php.
 */
export function addWcAuth(app: FastifyInstance, shops: Shops, keys: Keys): void {
  const nonceKey = randomBytes(32);
  const nonceOf = (shop: string, params: Params) =>
    createHmac('sha256', nonceKey)
      .update(JSON.stringify([shop, params]))
      .digest('hex')
      .slice(0, 10);
  const pick = (params: Params): Params =>
    Object.fromEntries(PARAMS.map((name) => [name, params[name]])) as unknown as Params;

  type Shop = { Params: { shop: string }; Querystring: Record<string, string> };
  const guarded =
    (work: (settings: ShopSettings, params: Params, request: FastifyRequest<Shop>, reply: FastifyReply) => unknown) =>
    async (request: FastifyRequest<Shop>, reply: FastifyReply) => {
      const settings = shops.get(request.params.shop);
      if (!settings) return reply.code(404).type('text/html').send('No such shop.');
      try {
        return await work(settings, checked(request.query), request, reply);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        const page = adminPage('Access denied', settings.name, `<h1>Error: ${escapeHtml(message)}.</h1>`);
        return reply.code(401).type('text/html; charset=utf-8').send(page);
      }
    };

  app.get<Shop>(
    '/:shop/wc-auth/v1/authorize',
    guarded((settings, params, request, reply) => {
      const [name, allows] = SCOPES[params.scope as Permissions];
      const query = new URLSearchParams({ ...pick(params), wc_auth_nonce: nonceOf(request.params.shop, pick(params)) });
      const granted = `${shops.home(settings.shop)}/wc-auth/v1/access_granted?${query}`;
      const page = adminPage(
        'Application authentication request',
        settings.name,
        `<h1>${escapeHtml(params.app_name)} would like to connect to your store</h1>
        <p>This will give “${escapeHtml(params.app_name)}” <strong>${name}</strong> access which will allow it to:</p>
        <ul>${allows.map((line) => `<li>${line}</li>`).join('')}</ul>
        <div class="row"><a class="button" href="${escapeHtml(granted)}">Approve</a>
        <a class="button quiet" href="${escapeHtml(back(params, 0))}">Deny</a></div>`,
      );
      return reply.type('text/html; charset=utf-8').send(page);
    }),
  );

  app.get<Shop>(
    '/:shop/wc-auth/v1/access_granted',
    guarded(async (settings, params, request, reply) => {
      if (!sameText(request.query.wc_auth_nonce ?? '', nonceOf(settings.shop, pick(params))))
        throw new Refused('Invalid nonce verification');
      const key = keys.create(settings.shop, `${params.app_name} - API`, params.scope as Permissions);
      try {
        await post(key, params);
      } catch (error) {
        keys.remove(settings.shop, key.id);
        throw error;
      }
      return reply.redirect(back(params, 1), 302);
    }),
  );
}

async function post(key: ApiKey, params: Params): Promise<void> {
  const answer = await send(withScheme(params.callback_url), {
    method: 'POST',
    headers: { 'content-type': 'application/json;charset=UTF-8' },
    body: JSON.stringify({
      key_id: key.id,
      user_id: params.user_id,
      consumer_key: key.consumerKey,
      consumer_secret: key.consumerSecret,
      key_permissions: key.permissions,
    }),
    signal: AbortSignal.timeout(60_000),
  });
  await answer.body.dump();
  if (answer.statusCode !== 200)
    throw new Refused('An error occurred in the request and at the time were unable to send the consumer data');
}
