import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Emulator } from '../core/world.ts';
import { addAdmin } from './admin.ts';
import { checkPermission, createKeys, type Keys } from './auth.ts';
import { addBook } from './book.ts';
import { keepHistory } from './history.ts';
import { addImporter } from './importer.ts';
import { createMedia } from './media.ts';
import { createOrderStore } from './order-store.ts';
import { createOrderViews } from './order-view.ts';
import { addOrderRoutes } from './orders.ts';
import { onlyFields } from './params.ts';
import { createProductStore } from './product-store.ts';
import { createProductViews } from './product-view.ts';
import { addProductRoutes } from './products.ts';
import { createRoutes, type RestRoutes } from './rest.ts';
import { addSettingRoutes, discovery } from './settings.ts';
import { createShops, type Shops } from './shops.ts';
import { makeTables } from './tables.ts';
import { createTerms } from './terms.ts';
import { addVariationRoutes } from './variations.ts';
import { addWcAuth } from './wc-auth.ts';
import { createWebhooks } from './webhooks.ts';
import { createWindow } from './window.ts';
import { WpError } from './wp-error.ts';

/** Marks a body that was no JSON, so that WordPress's own answer is given. */
const NOT_JSON = Symbol('not JSON');

/**
 * What nginx takes of headers from PHP where nobody set more (fastcgi_buffer_size, one page of memory); beyond it the shop
 * answers 502 ("upstream sent too big header").
 */
const MOST_HEADER = 4096;
const TOO_BIG_HEADER = '<html><head><title>502 Bad Gateway</title></head><body><center>nginx</center></body></html>';

/** WooCommerce as it ships: the WordPress roots of its shops are at /woo/{shop}. */
export const woocommerce: Emulator = {
  name: 'woocommerce',
  prefix: '/woo',
  register(app, world) {
    makeTables(world.db);
    const shops = createShops(world);
    const keys = createKeys(world, shops);
    const media = createMedia(world, shops);
    const terms = createTerms(world, shops);
    const webhooks = createWebhooks(world, shops);
    const products = createProductStore(world, shops);
    const productViews = createProductViews({ shops, store: products, media, terms });
    const orders = createOrderStore(world, shops);
    const orderViews = createOrderViews({ shops, store: orders, media });

    const routes = createRoutes();
    const productParts = { world, shops, store: products, media, views: productViews, webhooks };
    terms.add(routes);
    addProductRoutes(routes, productParts);
    addVariationRoutes(routes, productParts);
    const orderParts = { world, shops, store: orders, products, views: orderViews, webhooks };
    addOrderRoutes(routes, orderParts);
    webhooks.add(routes);
    addSettingRoutes(routes, shops);

    world.addWindow(createWindow({ ...orderParts, media, keys }));
    addBook(world, { products, orders, orderViews });
    world.addHistory('woocommerce', (body) => keepHistory(orderParts, body));
    addAdmin(app, shops, keys);
    addImporter(app, { world, shops, orders, products, views: orderViews, webhooks });
    addWcAuth(app, shops, keys);
    app.get<{ Params: { shop: string; file: string } }>('/:shop/wp-content/uploads/:file', async (request, reply) => {
      const picture = media.bytes(request.params.shop, request.params.file);
      if (!picture) return reply.code(404).send();
      return reply.type(picture.type).header('cache-control', 'public, max-age=604800').send(picture.body);
    });
    addRest(app, { shops, keys, routes });
  },
};

type RestHttp = FastifyRequest<{
  Params: { shop: string; '*'?: string };
  Querystring: Record<string, string | string[]>;
}>;

/** REST by path and by ?rest_route=, answered and refused as WordPress does. */
function addRest(app: FastifyInstance, parts: { shops: Shops; keys: Keys; routes: RestRoutes }): void {
  const { shops, keys, routes } = parts;
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (String(text).trim() === '') return done(null, {});
    try {
      return done(null, JSON.parse(String(text)));
    } catch {
      return done(null, NOT_JSON);
    }
  });

  async function answer(request: RestHttp, reply: FastifyReply, route: string, path: string): Promise<FastifyReply> {
    const { shop } = request.params;
    const settings = shops.get(shop);
    if (!settings) return reply.code(404).type('text/html').send('<html><body>No such site.</body></html>');
    const home = shops.home(shop);
    if (route === '' || route === '/') return reply.send(discovery(settings, home));
    const query = Object.fromEntries(
      Object.entries(request.query).map(([name, value]) => [name, [value].flat().at(-1) ?? '']),
    );
    reply.header('link', `<${home}/wp-json/>; rel="https://api.w.org/"`).header('x-robots-tag', 'noindex');
    try {
      // Before 11.1 a key counts only when the address itself names WooCommerce's API.
      const named = /wp-json\/wc[/-]/.test(request.url);
      const key =
        named &&
        keys.authenticate({
          shop,
          method: request.method,
          path,
          query,
          authorization: settings.stripsAuthorization ? undefined : request.headers.authorization,
          https: request.headers['x-forwarded-proto'] === 'https',
        });
      if (request.body === (NOT_JSON as unknown))
        throw new WpError('rest_invalid_json', 'Invalid JSON body passed.', 400);
      if (!key) throw new WpError('woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.', 401);
      checkPermission(key, request.method);
      const body = (request.body ?? {}) as Record<string, unknown>;
      const result = await routes.dispatch({ shop, method: request.method, route, query, body });
      for (const [name, value] of Object.entries(result.headers ?? {})) reply.header(name, value);
      const headers = Object.entries(reply.getHeaders()).map(([name, value]) => `${name}: ${value}\r\n`);
      if (headers.join('').length > MOST_HEADER)
        return reply.code(502).type('text/html').removeHeader('link').send(TOO_BIG_HEADER);
      return reply.code(result.status).send(onlyFields(result.body, query._fields));
    } catch (error) {
      if (error instanceof WpError) return reply.code(error.status).send(error.body());
      throw error;
    }
  }

  const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const pretty = (request: RestHttp, reply: FastifyReply) => {
    const settings = shops.get(request.params.shop);
    const rest = (request.params['*'] ?? '').replace(/\/+$/, '');
    if (settings?.permalinks === 'plain')
      return reply.type('text/html').send('<html><body><h1>Welcome</h1></body></html>');
    return answer(request, reply, `/${rest}`, `/wp-json${rest ? `/${rest}` : '/'}`);
  };
  app.route({ method, url: '/:shop/wp-json', handler: (request, reply) => pretty(request as RestHttp, reply) });
  app.route({ method, url: '/:shop/wp-json/*', handler: (request, reply) => pretty(request as RestHttp, reply) });
  const root = (path: string) => (request: RestHttp, reply: FastifyReply) => {
    const route = [request.query.rest_route].flat().at(-1);
    if (route !== undefined) return answer(request, reply, route.replace(/\/+$/, ''), path);
    if (!shops.get(request.params.shop)) return reply.code(404).send('No such site.');
    return reply.redirect(`/shop/woocommerce/${request.params.shop}`, 302);
  };
  // WooCommerce signs the site's root without a slash at its end.
  app.route({ method, url: '/:shop', handler: (request, reply) => root('')(request as RestHttp, reply) });
  app.route({
    method,
    url: '/:shop/index.php',
    handler: (request, reply) => root('/index.php')(request as RestHttp, reply),
  });
  app.get<{ Params: { shop: string; slug: string } }>('/:shop/product/:slug', (request, reply) =>
    reply.redirect(`/shop/woocommerce/${request.params.shop}?product=${encodeURIComponent(request.params.slug)}`, 302),
  );
}
