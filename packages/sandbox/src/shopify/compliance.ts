import { createHmac, randomUUID } from 'node:crypto';
import type { World } from '../core/world.ts';
import { type Customer, eraseCustomer, listCustomers } from './customers.ts';
import { API_VERSION, getDomain, getSecret, SANDBOX_APP, SHOPS } from './seed.ts';
import type { ShopifyStore } from './store.ts';
import type { Tokens } from './tokens.ts';

/**
 * The mandatory compliance webhooks (shopify.dev, "Privacy law compliance"), sent to the one address that an app names in its
 * own settings: `shopify.privacy_url` of POST /control/settings. Delays run on the sandbox's clock.
 */
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** "Shopify sends the payload 10 days from the date of the request", where the last order is older than six months. */
const ERASE_MS = 10 * DAY;
/** "If the customer has placed an order in the past six months, then Shopify withholds the redaction request until 6 months have passed." */
const CHARGEBACK_MONTHS = 6;
/** "48 hours after a store owner uninstalls your app." */
const UNINSTALLED_MS = 48 * HOUR;

export type Compliance = ReturnType<typeof createCompliance>;

interface Due {
  id: number;
  shop: string;
  customerId: number | null;
  due: number;
}

/** When Shopify erases a customer who asked now: ten days on, and six months after the last order. */
export function eraseDue(now: number, orders: readonly { createdAt: string }[]): number {
  const last = Math.max(0, ...orders.map((order) => Date.parse(order.createdAt)));
  const over = new Date(last);
  over.setUTCMonth(over.getUTCMonth() + CHARGEBACK_MONTHS);
  return last > 0 && over.getTime() > now ? over.getTime() : now + ERASE_MS;
}

export function createCompliance(world: World, store: ShopifyStore, tokens: Tokens) {
  const { clock, db } = world;
  db.exec(`create table if not exists shopify_compliance (id integer primary key autoincrement, shop text not null,
    customer integer, due integer not null);
    create unique index if not exists shopify_compliance_once on shopify_compliance (shop, coalesce(customer, 0));`);
  const add = db.prepare('insert or ignore into shopify_compliance (shop, customer, due) values (?, ?, ?)');
  const drop = db.prepare('delete from shopify_compliance where id = ?');

  const waiting = (where: string, ...values: (string | number)[]): Due[] =>
    db
      .prepare(`select * from shopify_compliance where ${where} order by due, id`)
      .all(...values)
      .map((row) => ({
        id: Number(row.id),
        shop: String(row.shop),
        customerId: row.customer === null ? null : Number(row.customer),
        due: Number(row.due),
      }));

  function send(shop: string, topic: string, body: object): void {
    const url = world.setting('shopify.privacy_url');
    const seed = SHOPS.find((one) => one.shop === shop);
    if (!url || !seed) return;
    const text = JSON.stringify({ shop_id: seed.locationId + 1, shop_domain: getDomain(shop), ...body });
    world.webhooks.send({
      standIn: 'shopify',
      url,
      body: text,
      headers: {
        'content-type': 'application/json',
        'X-Shopify-Topic': topic,
        'X-Shopify-Hmac-SHA256': createHmac('sha256', getSecret(world, SANDBOX_APP)).update(text).digest('base64'),
        'X-Shopify-Shop-Domain': getDomain(shop),
        'X-Shopify-API-Version': API_VERSION,
        'X-Shopify-Webhook-Id': randomUUID(),
        'X-Shopify-Event-Id': randomUUID(),
        'X-Shopify-Triggered-At': clock.now(),
      },
    });
  }

  const isInstalled = (shop: string): boolean => tokens.isInstalled(shop, SANDBOX_APP.clientId);
  const facts = ({ id, email, phone }: Customer) => ({ id, email, phone });

  function settle({ id, shop, customerId }: Due): void {
    drop.run(id);
    // Installed again within the 48 hours: its data is in use.
    if (customerId === null) {
      if (!isInstalled(shop)) send(shop, 'shop/redact', {});
      return;
    }
    const customer = listCustomers(store, shop).find((one) => one.id === customerId);
    if (!customer) return;
    const orders = customer.orders.map((order) => order.id);
    eraseCustomer(store, shop, customerId);
    if (isInstalled(shop)) send(shop, 'customers/redact', { customer: facts(customer), orders_to_redact: orders });
  }

  return {
    customers: (shop: string): Customer[] => listCustomers(store, shop),
    /** The merchant asks for a customer's data: sent to the app immediately. */
    requestData(shop: string, customer: Customer): void {
      if (!isInstalled(shop)) return;
      const orders = customer.orders.map((order) => order.id);
      send(shop, 'customers/data_request', {
        orders_requested: orders,
        customer: facts(customer),
        data_request: { id: store.next() },
      });
    },
    /** The merchant erases a customer: held back by Shopify, and sent to the app when it is due. */
    erase(shop: string, customer: Customer): void {
      add.run(shop, customer.id, eraseDue(clock.millis(), customer.orders));
    },
    uninstalled(shop: string): void {
      add.run(shop, null, clock.millis() + UNINSTALLED_MS);
    },
    pending: (shop: string): Due[] => waiting('shop = ?', shop),
    /** Does what is due now, or one that somebody will not wait for. */
    settleDue(only?: { shop: string; id: number }): void {
      const due = only ? waiting('shop = ? and id = ?', only.shop, only.id) : waiting('due <= ?', clock.millis());
      if (due.length === 0) return;
      world.transaction(() => due.forEach(settle));
    },
  };
}
