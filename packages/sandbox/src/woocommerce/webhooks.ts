import { createHash, createHmac } from 'node:crypto';
import type { World } from '../core/world.ts';
import { gmtTime, localTime, nowSeconds } from './dates.ts';
import { batch, pageHeaders, paging } from './params.ts';
import { created, ok, type RestRoutes } from './rest.ts';
import type { ShopSettings, Shops } from './shops.ts';
import { WpError } from './wp-error.ts';

const TOPICS = ['order', 'product', 'customer', 'coupon'].flatMap((resource) =>
  ['created', 'updated', 'deleted', 'restored'].map((event) => `${resource}.${event}`),
);
const STATUSES = ['active', 'paused', 'disabled'];
/** More failures than this in a row switch a webhook off. Source: WC_Webhook::failed_delivery. */
const MAX_FAILURES = 5;

interface Row {
  shop: string;
  id: number;
  name: string;
  status: string;
  topic: string;
  delivery_url: string;
  secret: string;
  failures: number;
  created: number;
  modified: number;
}

export interface Webhooks {
  /** Sends an event to every active subscription of its topic. */
  fire(shop: string, topic: string, payload: Record<string, unknown>): void;
  add(routes: RestRoutes): void;
}

/** Subscriptions and deliveries, signed and counted as WooCommerce does; one attempt each. */
export function createWebhooks(world: World, shops: Shops): Webhooks {
  const { db } = world;
  const get = (shop: string, id: number) =>
    db.prepare('select * from woo_webhooks where shop = ? and id = ?').get(shop, id) as Row | undefined;
  const agent = (settings: ShopSettings | undefined) =>
    `WooCommerce/${settings?.version ?? ''} Hookshot (WordPress/7.0)`;

  world.webhooks.onOutcome('woocommerce', ({ tag, delivered }) => {
    const [shop = '', id = ''] = tag?.split('#') ?? [];
    const hook = get(shop, Number(id));
    if (!hook) return;
    const failures = delivered ? 0 : hook.failures + 1;
    const status = failures > MAX_FAILURES ? 'disabled' : hook.status;
    db.prepare('update woo_webhooks set failures = ?, status = ? where shop = ? and id = ?').run(
      failures,
      status,
      shop,
      hook.id,
    );
  });

  function deliver(hook: Row, payload: Record<string, unknown>): void {
    const [resource = '', event = ''] = hook.topic.split('.');
    const body = JSON.stringify(payload);
    world.webhooks.send({
      standIn: 'woocommerce',
      url: hook.delivery_url,
      body,
      tag: `${hook.shop}#${hook.id}`,
      retry: 'none',
      accepts: { from: 200, to: 302 },
      headers: {
        'content-type': 'application/json',
        'user-agent': agent(shops.get(hook.shop)),
        'x-wc-webhook-source': `${shops.home(hook.shop)}/`,
        'x-wc-webhook-topic': hook.topic,
        'x-wc-webhook-resource': resource,
        'x-wc-webhook-event': event,
        'x-wc-webhook-signature': createHmac('sha256', hook.secret).update(body).digest('base64'),
        'x-wc-webhook-id': String(hook.id),
        'x-wc-webhook-delivery-id': createHash('md5').update(`${hook.id}${nowSeconds()}`).digest('hex'),
      },
    });
  }

  function view(hook: Row): Record<string, unknown> {
    const zone = shops.get(hook.shop)?.timeZone ?? 'UTC';
    const [resource = '', event = ''] = hook.topic.split('.');
    return {
      id: hook.id,
      name: hook.name,
      status: hook.status,
      topic: hook.topic,
      resource,
      event,
      hooks: [],
      delivery_url: hook.delivery_url,
      date_created: localTime(hook.created, zone),
      date_created_gmt: gmtTime(hook.created),
      date_modified: localTime(hook.modified, zone),
      date_modified_gmt: gmtTime(hook.modified),
    };
  }

  const bad = (name: string, message: string) => new WpError(`woocommerce_rest_shop_webhook_${name}`, message, 400);
  const missing = (status: number) => new WpError('woocommerce_rest_shop_webhook_invalid_id', 'Invalid ID.', status);

  function checked(body: Record<string, unknown>, creating: boolean): void {
    if ((creating || body.topic) && !TOPICS.includes(String(body.topic ?? '').toLowerCase()))
      throw bad('invalid_topic', 'Webhook topic is required and must be valid.');
    const url = String(body.delivery_url ?? '');
    if ((creating || body.delivery_url) && !(URL.canParse(url) && /^https?:\/\//i.test(url)))
      throw bad('invalid_delivery_url', 'Webhook delivery URL must be a valid URL starting with http:// or https://.');
    if (body.status && !STATUSES.includes(String(body.status)))
      throw bad('invalid_status', 'Webhook status must be valid.');
  }

  function create(shop: string, body: Record<string, unknown>): Record<string, unknown> {
    checked(body, true);
    const now = nowSeconds();
    const row: Row = {
      shop,
      id: shops.nextId(shop),
      name: body.name ? String(body.name) : 'Webhook created',
      status: body.status ? String(body.status) : 'active',
      topic: String(body.topic).toLowerCase(),
      delivery_url: String(body.delivery_url),
      secret: String(body.secret ?? ''),
      failures: 0,
      created: now,
      modified: now,
    };
    db.prepare('insert into woo_webhooks values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
      shop,
      row.id,
      row.name,
      row.status,
      row.topic,
      row.delivery_url,
      row.secret,
      0,
      now,
      now,
    );
    // The first delivery is a ping: a form, unsigned.
    world.webhooks.send({
      standIn: 'woocommerce',
      url: row.delivery_url,
      body: `webhook_id=${row.id}`,
      retry: 'none',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': agent(shops.get(shop)) },
    });
    return view(row);
  }

  function update(shop: string, id: number, body: Record<string, unknown>): Record<string, unknown> {
    const old = get(shop, id);
    if (!old) throw missing(400);
    checked(body, false);
    const status = body.status ? String(body.status) : old.status;
    const next: Row = {
      ...old,
      name: body.name ? String(body.name) : old.name,
      status,
      topic: body.topic ? String(body.topic).toLowerCase() : old.topic,
      delivery_url: body.delivery_url ? String(body.delivery_url) : old.delivery_url,
      secret: body.secret ? String(body.secret) : old.secret,
      failures: status === 'active' && old.status !== 'active' ? 0 : old.failures,
      modified: nowSeconds(),
    };
    db.prepare(
      `update woo_webhooks set name = ?, status = ?, topic = ?, delivery_url = ?, secret = ?, failures = ?, modified = ?
       where shop = ? and id = ?`,
    ).run(next.name, next.status, next.topic, next.delivery_url, next.secret, next.failures, next.modified, shop, id);
    return view(next);
  }

  function remove(shop: string, id: number): Record<string, unknown> {
    const old = get(shop, id);
    if (!old) throw missing(404);
    db.prepare('delete from woo_webhooks where shop = ? and id = ?').run(shop, id);
    return view(old);
  }

  return {
    fire(shop, topic, payload) {
      const hooks = db
        .prepare("select * from woo_webhooks where shop = ? and topic = ? and status = 'active' order by id")
        .all(shop, topic) as unknown as Row[];
      for (const hook of hooks) deliver(hook, payload);
    },
    add(routes) {
      routes.add('GET', 'webhooks', (request) => {
        const { limit, offset } = paging(request.query);
        const status = request.query.status ?? 'all';
        const all = db
          .prepare("select * from woo_webhooks where shop = ?1 and (?2 = 'all' or status = ?2) order by id desc")
          .all(request.shop, status) as unknown as Row[];
        const headers = pageHeaders(request, shops.home(request.shop), all.length);
        return ok(all.slice(offset, offset + limit).map(view), headers);
      });
      routes.add('POST', 'webhooks', ({ shop, body }) => created(world.transaction(() => create(shop, body))));
      routes.add('GET', 'webhooks/#', ({ shop, ids: [id = 0] }) => {
        const hook = get(shop, id);
        if (!hook) throw missing(404);
        return ok(view(hook));
      });
      routes.add('POST PUT PATCH', 'webhooks/#', ({ shop, ids: [id = 0], body }) => ok(update(shop, id, body)));
      routes.add('DELETE', 'webhooks/#', ({ shop, ids: [id = 0], query }) => {
        if (query.force !== 'true' && query.force !== '1')
          throw new WpError('woocommerce_rest_trash_not_supported', 'Webhooks do not support trashing.', 501);
        return ok(remove(shop, id));
      });
      routes.add('POST PUT PATCH', 'webhooks/batch', async (request) =>
        ok(
          await batch(request, {
            create: (item) => create(request.shop, item),
            update: (item) => update(request.shop, Number(item.id), item),
            remove: (id) => remove(request.shop, id),
          }),
        ),
      );
    },
  };
}
