import type { FastifyInstance } from 'fastify';
import type { Shopify } from './call.ts';
import { escapeHtml, messagePage } from './oauth-page.ts';
import { EVERYTHING, financialStatus, fulfillmentStatus, orderName } from './order-facts.ts';
import { APPS, findShop } from './seed.ts';
import type { Tokens } from './tokens.ts';

type Params = { shop: string; id: string };

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;background:#f4f4f1;color:#202223;max-width:52rem;margin:5vh auto;padding:0 1rem}
table{border-collapse:collapse;width:100%;background:#fff}td,th{text-align:start;padding:.4rem .7rem;border-bottom:1px solid #e3e3e0}
.tag{background:#fff1cc;border-radius:6px;padding:.1rem .5rem;font-size:.8rem}`;

const table = (heads: string[], rows: (string | number)[][]): string => {
  const cells = (tag: string, list: (string | number)[]) =>
    list.map((one) => `<${tag}>${escapeHtml(String(one))}</${tag}>`).join('');
  return `<table><tr>${cells('th', heads)}</tr>${rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('')}</table>`;
};

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><p class="tag">Sandbox</p><h1>${escapeHtml(title)}</h1>${body}</body></html>`;

/** The shop's own view of a product and of an order, to look at; and what an owner does: throw an app out. */
export function addAdminPages(app: FastifyInstance, shopify: Shopify, tokens: Tokens): void {
  const { store, webhooks, world } = shopify;
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
    const state = `<p>${financialStatus(EVERYTHING, order)}, ${fulfillmentStatus(EVERYTHING, order)}</p>`;
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
  app.post<{ Params: { shop: string; client: string } }>('/:shop/admin/apps/:client/uninstall', (request, reply) => {
    const { client, shop } = request.params;
    const seed = findShop(shop);
    if (!seed || !APPS.some((one) => one.clientId === client)) return reply.code(404).send({ errors: 'Not Found' });
    world.transaction(() => {
      webhooks.uninstalled(shop, client, { id: seed.locationId + 1, name: seed.name, email: seed.email });
      tokens.uninstall(shop, client);
    });
    return reply.code(204).send();
  });
}
