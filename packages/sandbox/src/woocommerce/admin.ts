import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ApiKey, Keys } from './auth.ts';
import { adminPage, escapeHtml } from './html.ts';
import type { Shops } from './shops.ts';

const newKey = z.object({
  description: z.string().min(1).default('Quayside'),
  permissions: z.enum(['read', 'write', 'read_write']).default('read_write'),
});
const change = z.strictObject({
  permalinks: z.enum(['pretty', 'plain']).optional(),
  stripsAuthorization: z.boolean().optional(),
  version: z.string().optional(),
  siteAddress: z.string().optional(),
  shippingTitle: z.string().optional(),
  gatewayRefunds: z.enum(['none', 'pays', 'declines']).optional(),
  taxPercent: z.number().min(0).max(100).optional(),
});
const NAMES = { read: 'Read', write: 'Write', read_write: 'Read/Write' } as const;

/** The owner's side of a shop: API keys (WooCommerce, Settings, Advanced, REST API) and a few of its settings. */
export function addAdmin(app: FastifyInstance, shops: Shops, keys: Keys): void {
  type Shop = { Params: { shop: string } };
  const page = (shop: string, made?: ApiKey): string => {
    const settings = shops.get(shop);
    const rows = keys
      .list(shop)
      .map((key) => `<tr><td>${escapeHtml(key.description)}</td><td>${NAMES[key.permissions]}</td></tr>`)
      .join('');
    const fresh = made
      ? `<p>Copy both now; the secret is not shown again.</p><table>
        <tr><th>Consumer key</th><td><code>${made.consumerKey}</code></td></tr>
        <tr><th>Consumer secret</th><td><code>${made.consumerSecret}</code></td></tr></table>`
      : '';
    return adminPage(
      'REST API',
      settings?.name ?? shop,
      `<h1>REST API keys</h1>${fresh}
      <form method="post" action="${shops.home(shop)}/wp-admin/keys">
        <label for="description">Description</label><input id="description" name="description" value="Quayside" required>
        <label for="permissions">Permissions</label><select id="permissions" name="permissions">
          <option value="read">Read</option><option value="write">Write</option>
          <option value="read_write" selected>Read/Write</option></select>
        <div class="row"><button type="submit">Generate API key</button></div>
      </form>${rows ? `<h2>Keys</h2><table>${rows}</table>` : ''}`,
    );
  };
  app.get<Shop>('/:shop/wp-admin', async (request, reply) => {
    if (!shops.get(request.params.shop)) return reply.code(404).send('No such shop.');
    return reply.type('text/html; charset=utf-8').send(page(request.params.shop));
  });
  app.post<Shop>('/:shop/wp-admin/keys', async (request, reply) => {
    const { shop } = request.params;
    const input = newKey.safeParse(request.body ?? {});
    if (!shops.get(shop) || !input.success) return reply.code(422).send({ error: 'no such shop or permission' });
    const key = keys.create(shop, input.data.description, input.data.permissions);
    if (request.headers['content-type']?.startsWith('application/json'))
      return reply.code(201).send({ consumer_key: key.consumerKey, consumer_secret: key.consumerSecret });
    return reply.code(201).type('text/html; charset=utf-8').send(page(shop, key));
  });
  app.post<Shop>('/:shop/wp-admin/settings', async (request, reply) => {
    const input = change.safeParse(request.body ?? {});
    if (!shops.get(request.params.shop) || !input.success) return reply.code(422).send({ error: 'no such setting' });
    shops.change(request.params.shop, input.data);
    return reply.send(shops.get(request.params.shop));
  });
}
