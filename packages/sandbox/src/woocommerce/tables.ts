import type { DatabaseSync } from 'node:sqlite';

/** Everything a shop's WordPress keeps. Times are Unix seconds, as WordPress stores no finer ones. */
export function makeTables(db: DatabaseSync): void {
  db.exec(`
    create table if not exists woo_shops (shop text primary key, doc text not null, last_id integer not null);
    create table if not exists woo_keys (
      id integer primary key autoincrement, shop text not null, consumer_key text not null unique,
      consumer_secret text not null, permissions text not null, description text not null);
    create table if not exists woo_nonces (
      key_id integer not null, nonce text not null, used_at integer not null, primary key (key_id, nonce));
    create table if not exists woo_products (
      shop text not null, id integer not null, parent_id integer not null, type text not null, status text not null,
      sku text not null, name text not null, slug text not null, created integer not null, modified integer not null,
      visible_at integer not null, doc text not null, primary key (shop, id));
    create index if not exists woo_products_sku on woo_products (shop, sku) where sku <> '';
    create index if not exists woo_products_slug on woo_products (shop, slug);
    drop index if exists woo_products_parent;
    create index if not exists woo_products_children on woo_products (shop, parent_id, id);
    create index if not exists woo_products_listed on woo_products (shop, type, status, visible_at);
    create table if not exists woo_media (
      shop text not null, id integer not null, file text not null, type text not null, name text not null,
      alt text not null, created integer not null, primary key (shop, id));
    create table if not exists woo_terms (
      shop text not null, id integer not null, taxonomy text not null, name text not null, slug text not null,
      primary key (shop, id), unique (shop, taxonomy, name collate nocase));
    create table if not exists woo_term_parents (
      shop text not null, id integer not null, parent integer not null, primary key (shop, id));
    create table if not exists woo_orders (
      shop text not null, id integer not null, status text not null, created integer not null,
      modified integer not null, visible_at integer not null, doc text not null, primary key (shop, id));
    create index if not exists woo_orders_modified on woo_orders (shop, modified, id);
    create table if not exists woo_notes (
      shop text not null, id integer not null, order_id integer not null, created integer not null,
      customer_note integer not null, note text not null, visible_at integer not null, author text, primary key (shop, id));
    create table if not exists woo_refunds (
      shop text not null, id integer not null, order_id integer not null, created integer not null,
      visible_at integer not null, doc text not null, primary key (shop, id));
    create index if not exists woo_refunds_order on woo_refunds (shop, order_id);
    create table if not exists woo_webhooks (
      shop text not null, id integer not null, name text not null, status text not null, topic text not null,
      delivery_url text not null, secret text not null, failures integer not null, created integer not null,
      modified integer not null, primary key (shop, id));
  `);
}
