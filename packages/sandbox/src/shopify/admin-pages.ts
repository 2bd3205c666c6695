import type { FastifyInstance } from 'fastify';
import { page, table } from './admin-layout.ts';
import type { Shopify } from './call.ts';
import type { Compliance } from './compliance.ts';
import { addCustomerPages } from './customer-pages.ts';
import { allLocations, changeLocation, type LocationAct } from './locations.ts';
import { deletePriceList, setFixedPrice } from './markets.ts';
import type { LocationDoc, ShopSeed } from './model.ts';
import { escapeHtml, messagePage } from './oauth-page.ts';
import { sendOrderWebhooks } from './order-events.ts';
import { EVERYTHING, financialStatus, fulfillmentStatus, orderName } from './order-facts.ts';
import { APPS, CUSTOM_APP, customTokens, findShop, getSecret, SANDBOX_APP } from './seed.ts';
import type { Tokens } from './tokens.ts';

type Params = { shop: string; id: string };

const LATEST = 50;
const latest = { by: 'id', limit: 100_000, hidden: true } as const;

const links = (heads: string[], rows: { href: string; cells: (string | number)[] }[]): string => {
  const cells = ({ cells: [first, ...rest], href }: (typeof rows)[number]) =>
    `<td><a href="${escapeHtml(href)}">${escapeHtml(String(first))}</a></td>${rest.map((one) => `<td>${escapeHtml(String(one))}</td>`).join('')}`;
  const head = heads.map((one) => `<th>${escapeHtml(one)}</th>`).join('');
  return `<table><tr>${head}</tr>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</table>`;
};

function locationRow(base: string, seed: ShopSeed, one: LocationDoc): string {
  const acts = one.isActive ? ['deactivate'] : ['activate', 'delete'];
  const buttons = acts.map(
    (act) => `<form method="post" action="${base}/locations/${one.id}/${act}"><button>${act}</button></form>`,
  );
  const state = one.isActive ? '' : ' (deactivated)';
  return `<p>${escapeHtml(one.name)}${state}</p>${one.id === seed.locationId ? '' : buttons.join('')}`;
}

/** What an owner needs of his admin here: orders, products, apps, and the keys of his own app to paste elsewhere. */
function homeOf({ store, world }: Shopify, tokens: Tokens, seed: ShopSeed): string {
  const base = `/shopify/${seed.shop}/admin`;
  const orders = store.list(seed.shop, 'order', latest).slice(-LATEST).reverse();
  const products = store.list(seed.shop, 'product', latest).slice(-LATEST).reverse();
  const apps = APPS.filter((one) => tokens.isInstalled(seed.shop, one.clientId)).map(
    (one) => `<form method="post" action="${base}/apps/${one.clientId}/uninstall">
<p><a href="${base}/apps/${one.clientId}">${escapeHtml(one.name)}</a> <button>Uninstall</button></p></form>`,
  );
  const own = customTokens(world).find((one) => one.shop === seed.shop);
  return [
    '<h2>Orders</h2>',
    links(
      ['Order', 'Paid', 'Shipped'],
      orders.map((order) => ({
        href: `${base}/orders/${order.id}`,
        cells: [orderName(order), financialStatus(EVERYTHING, order), fulfillmentStatus(EVERYTHING, order)],
      })),
    ),
    `<p><a href="${base}/customers">Customers</a></p>`,
    '<h2>Products</h2>',
    links(
      ['Product', 'State', 'Variants'],
      products.map((product) => ({
        href: `${base}/products/${product.id}`,
        cells: [product.title, product.status, product.variants.length],
      })),
    ),
    '<h2>Locations</h2>',
    allLocations({ seed, store })
      .map((one) => locationRow(base, seed, one))
      .join(''),
    '<h2>Apps</h2>',
    apps.join('') || `<p>None is installed. <a href="${base}/apps/${APPS[0].clientId}">Install ${APPS[0].name}</a></p>`,
    `<h2>${escapeHtml(CUSTOM_APP.name)}</h2><p>Client ID: <code>${escapeHtml(CUSTOM_APP.clientId)}</code></p>
<p>Client secret: <code>${escapeHtml(getSecret(world, CUSTOM_APP))}</code></p>
<p>Admin API access token, as apps had it that were made here: <code>${escapeHtml(own?.token ?? '')}</code></p>`,
  ].join('');
}

/** The shop's own view of a product and of an order, to look at; and what an owner does: throw an app out. */
export function addAdminPages(app: FastifyInstance, shopify: Shopify, tokens: Tokens, compliance: Compliance): void {
  addCustomerPages(app, compliance);
  const { store, webhooks, world } = shopify;
  app.get<{ Params: { shop: string } }>('/:shop/admin', (request, reply) => {
    const seed = findShop(request.params.shop);
    reply.type('text/html; charset=utf-8');
    if (!seed) return reply.code(404).send(messagePage('There is no such shop', ''));
    return reply.send(page(`${seed.name}, admin`, homeOf(shopify, tokens, seed)));
  });
  app.get<{ Params: Params }>('/:shop/admin/products/:id', (request, reply) => {
    const product = store.get(request.params.shop, 'product', Number(request.params.id));
    reply.type('text/html; charset=utf-8');
    if (!product) return reply.code(404).send(messagePage('There is no such product', ''));
    const rows = product.variants.map((one) => [
      one.values.join(' / '),
      one.sku,
      one.price,
      one.tracked ? Object.values(one.levels).reduce((sum, count) => sum + count, 0) : 'not tracked',
    ]);
    const state = `<p>${product.status}, ${product.publications.length} publications, ${product.media.length} pictures</p>`;
    return reply.send(page(product.title, state + table(['Variant', 'SKU', 'Price', 'Available'], rows)));
  });
  app.get<{ Params: Params }>('/:shop/admin/orders/:id', (request, reply) => {
    const order = store.get(request.params.shop, 'order', Number(request.params.id));
    reply.type('text/html; charset=utf-8');
    if (!order) return reply.code(404).send(messagePage('There is no such order', ''));
    const cancel = order.cancelledAt
      ? '<p>CANCELLED</p>'
      : `<form method="post" action="/shopify/${escapeHtml(request.params.shop)}/admin/orders/${order.id}/cancel"><p><button>Cancel order</button></p></form>`;
    const state = `<p>${financialStatus(EVERYTHING, order)}, ${fulfillmentStatus(EVERYTHING, order)}</p>${cancel}`;
    const lines = order.lines.map((line) => [line.title, line.variantTitle ?? '', line.sku, line.quantity, line.price]);
    const parcels = order.fulfillments.map((one) => [
      one.tracking.company ?? '',
      one.tracking.number ?? '',
      one.lines.reduce((sum, line) => sum + line.quantity, 0),
      one.status,
    ]);
    const body = [
      state,
      table(['Product', 'Variant', 'SKU', 'Quantity', 'Price'], lines),
      '<h2>Parcels</h2>',
      table(['Carrier', 'Number', 'Pieces', 'State'], parcels),
    ];
    return reply.send(page(orderName(order), body.join('')));
  });
  app.post<{ Params: Params & { act: LocationAct } }>('/:shop/admin/locations/:id/:act', (request, reply) => {
    const { act, id, shop } = request.params;
    const seed = findShop(shop);
    if (!seed || !['activate', 'deactivate', 'delete'].includes(act))
      return reply.code(404).send({ errors: 'Not Found' });
    const done = world.transaction(() => changeLocation({ seed, store }, Number(id), act));
    if (!done) return reply.code(422).send({ errors: 'This location cannot be changed so' });
    return reply.redirect(`/shopify/${shop}/admin`, 303);
  });
  app.post<{ Params: Params & { variant: string }; Querystring: { price?: string; compare?: string } }>(
    '/:shop/admin/price-lists/:id/prices/:variant',
    (request, reply) => {
      const { id, shop, variant } = request.params;
      const { price, compare } = request.query;
      const seed = findShop(shop);
      const value = price === undefined ? undefined : { price, compareAtPrice: compare ?? null };
      const done = seed && world.transaction(() => setFixedPrice({ seed, store }, Number(id), variant, value));
      if (!done) return reply.code(404).send({ errors: 'Not Found' });
      return reply.redirect(`/shopify/${shop}/admin`, 303);
    },
  );
  app.post<{ Params: Params }>('/:shop/admin/price-lists/:id/delete', (request, reply) => {
    const { id, shop } = request.params;
    const seed = findShop(shop);
    const done = seed && world.transaction(() => deletePriceList({ seed, store }, Number(id)));
    if (!done) return reply.code(404).send({ errors: 'Not Found' });
    return reply.redirect(`/shopify/${shop}/admin`, 303);
  });
  // Without a refund, which the admin offers and does not require.
  app.post<{ Params: Params }>('/:shop/admin/orders/:id/cancel', (request, reply) => {
    const { id, shop } = request.params;
    const seed = findShop(shop);
    const order = store.get(shop, 'order', Number(id));
    if (!seed || !order) return reply.code(404).send({ errors: 'Not Found' });
    world.transaction(() => {
      const now = store.now();
      const cancelled = { ...order, cancelledAt: order.cancelledAt ?? now, updatedAt: now };
      store.save(shop, 'order', cancelled);
      sendOrderWebhooks({ seed, webhooks }, ['ORDERS_CANCELLED', 'ORDERS_UPDATED'], cancelled);
    });
    return reply.redirect(`/shopify/${shop}/admin/orders/${id}`, 303);
  });
  app.post<{ Params: { shop: string; client: string } }>('/:shop/admin/apps/:client/uninstall', (request, reply) => {
    const { client, shop } = request.params;
    const seed = findShop(shop);
    if (!seed || !APPS.some((one) => one.clientId === client)) return reply.code(404).send({ errors: 'Not Found' });
    world.transaction(() => {
      webhooks.uninstalled(shop, client, { id: seed.locationId + 1, name: seed.name, email: seed.email });
      tokens.uninstall(shop, client);
      if (client === SANDBOX_APP.clientId) compliance.uninstalled(shop);
    });
    return reply.redirect(`/shopify/${shop}/admin`, 303);
  });
}
