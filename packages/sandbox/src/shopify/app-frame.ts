import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../core/html.ts';
import type { World } from '../core/world.ts';
import { APP_BRIDGE } from './app-bridge.ts';
import type { Shopify } from './call.ts';
import type { ShopSeed } from './model.ts';
import { installPage, messagePage } from './oauth-page.ts';
import { APPS, type App, findShop, getDomain, getSecret } from './seed.ts';
import { getSessionToken, staffName } from './session-tokens.ts';
import type { Tokens } from './tokens.ts';

type Params = { shop: string; client: string; '*'?: string };
type Query = { as?: string; locale?: string };

/** What Shopify asks an owner for when an app is installed from its page: the scopes in the app's own settings. */
const APP_SCOPES = [
  'write_products',
  'write_inventory',
  'read_locations',
  'write_publications',
  'write_orders',
  'write_merchant_managed_fulfillment_orders',
  'read_markets',
];

const STYLE = `body{margin:0;font:14px/1.4 system-ui,sans-serif;background:#1a1a1a;color:#e3e3e3;height:100vh;display:grid;grid-template:48px 1fr/200px 1fr}
header{grid-column:1/3;display:flex;gap:12px;align-items:center;padding:0 16px}header b{flex:1}
nav{background:#ebebeb;color:#303030;padding:12px;border-start-start-radius:12px}nav a{color:inherit;display:block;padding:4px 0}
iframe{border:0;width:100%;height:100%;background:#fff}.tag{background:#fff1cc;color:#303030;border-radius:6px;padding:1px 8px;font-size:12px}
@media(max-width:767px){body{grid-template-columns:1fr}header{grid-column:1}nav{display:none}}`;

/** The address of the app in the frame, signed as Shopify signs it. */
export function frameAddress(
  world: Pick<World, 'secrets'>,
  appUrl: string,
  path: string,
  shop: ShopSeed,
  app: App,
  query: Query,
): string {
  const domain = getDomain(shop.shop);
  const values: Record<string, string> = {
    embedded: '1',
    host: Buffer.from(`${domain}/admin`).toString('base64').replaceAll('=', ''),
    id_token: getSessionToken(world, shop, app, staffName(query.as)),
    locale: query.locale ?? 'en',
    session: createHmac('sha256', 'session')
      .update(`${shop.shop} ${query.as ?? ''}`)
      .digest('hex'),
    shop: domain,
    timestamp: String(Math.floor(Date.now() / 1000)),
  };
  const sorted = new URLSearchParams(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
  const hmac = createHmac('sha256', getSecret(world, app)).update(sorted.toString()).digest('hex');
  const url = new URL(path, `${appUrl}/`);
  for (const [name, value] of [...sorted, ['hmac', hmac]] as [string, string][]) url.searchParams.set(name, value);
  return url.href;
}

/** The admin around the app: answers the script in the frame, and nobody else. */
const script = (origin: string, tokenUrl: string): string => `
const frame = document.querySelector('iframe');
const origin = ${JSON.stringify(origin)};
addEventListener('message', async (event) => {
  if (event.source !== frame.contentWindow || event.origin !== origin || event.data?.bridge !== 'app') return;
  if (event.data.call !== 'idToken') return;
  const answer = await fetch(${JSON.stringify(tokenUrl)}, { method: 'POST' });
  const { token } = await answer.json();
  frame.contentWindow.postMessage({ bridge: 'admin', id: event.data.id, value: token }, origin);
});`;

/** The admin of a shop with an app in its frame, the script that the app loads there, and the tokens it gets. */
export function addAppFrame(app: FastifyInstance, { world }: Shopify, tokens: Tokens): void {
  const page = (reply: FastifyReply, status: number, text: string) =>
    reply.code(status).type('text/html; charset=utf-8').send(text);
  const named = ({ params }: { params: Params }): { shop: ShopSeed; known: App } | undefined => {
    const shop = findShop(params.shop);
    const known = APPS.find((one) => one.clientId === params.client);
    return shop && known ? { shop, known } : undefined;
  };

  app.get('/app-bridge.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(APP_BRIDGE));

  const show = (request: FastifyRequest<{ Params: Params; Querystring: Query }>, reply: FastifyReply) => {
    const found = named(request);
    if (!found) return page(reply, 404, messagePage('There is no such shop or app', ''));
    const { known, shop } = found;
    if (!tokens.isInstalled(shop.shop, known.clientId))
      return page(reply, 200, installPage(shop.name, known.name, APP_SCOPES, {}));
    const appUrl = world.setting('quayside.app_url');
    if (!appUrl) return page(reply, 503, messagePage('The app has not said yet where it is', ''));
    const as = staffName(request.query.as);
    const base = `/shopify/${shop.shop}/admin`;
    const address = frameAddress(world, appUrl, `/${request.params['*'] ?? ''}`, shop, known, request.query);
    const tokenUrl = `${base}/apps/${known.clientId}/session-token?as=${as}`;
    const body = html`<header><b>${shop.name}</b><span>${as === 'owner' ? shop.owner : 'A clerk'}</span><span class="tag">Sandbox</span></header>
<nav><a href="${base}">Home</a><a href="${base}/apps/${known.clientId}">${known.name}</a></nav>
<iframe title="${known.name}" src="${address}" allow="clipboard-write"></iframe>`;
    return page(
      reply,
      200,
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${known.name} · ${html`${shop.name}`.markup}</title><style>${STYLE}</style></head>
<body>${body.markup}<script>${script(new URL(appUrl).origin, tokenUrl)}</script></body></html>`,
    );
  };
  app.get('/:shop/admin/apps/:client', show);
  app.get('/:shop/admin/apps/:client/*', show);

  // The owner agrees to what the app may do; Shopify then shows the app at once, and gives no code: the app exchanges.
  app.post<{ Params: Params; Body: { decision?: string } }>('/:shop/admin/apps/:client', (request, reply) => {
    const found = named(request);
    if (!found) return page(reply, 404, messagePage('There is no such shop or app', ''));
    if (request.body.decision !== 'install')
      return page(reply, 200, messagePage('Not installed', 'You can close this page.'));
    tokens.install(found.shop.shop, found.known.clientId);
    return reply.redirect(request.url, 303);
  });

  app.post<{ Params: Params; Querystring: Query }>('/:shop/admin/apps/:client/session-token', (request, reply) => {
    const found = named(request);
    if (!found || !tokens.isInstalled(found.shop.shop, found.known.clientId))
      return reply.code(404).send({ errors: 'Not Found' });
    return { token: getSessionToken(world, found.shop, found.known, staffName(request.query.as)) };
  });
}

/** The scopes that a token has which an installed app exchanged a session token for. */
export const exchangedScopes = APP_SCOPES;
