import type { DatabaseSync } from 'node:sqlite';
import { CATALOGUE } from './catalogue.ts';

/** CJ's own store. Money in US cents, `..._ms` sandbox time, `..._at` real time in milliseconds. */
export function createTables(db: DatabaseSync): void {
  db.exec(`
    create table if not exists cj_account (
      api_key text primary key, open_id integer not null unique, name text not null, balance integer not null,
      qps integer not null, points integer not null);
    create table if not exists cj_token (
      api_key text primary key, access_token text not null unique, access_until integer not null,
      refresh_token text not null unique, refresh_until integer not null, made_at integer not null);
    create table if not exists cj_stock (vid text not null, country text not null, pieces integer not null, primary key (vid, country));
    create table if not exists cj_order (
      order_id text primary key, open_id integer not null, order_number text not null, parent_id text,
      status text not null, shown_status text not null, shown_until integer not null, visible_at integer not null,
      ship_to text not null, logistic text not null, origin text not null,
      product_amount integer not null, postage_amount integer not null,
      shipment_id text, pay_id text, track_number text, track_status integer,
      created_ms integer not null, paid_ms integer, updated_ms integer not null, delivered_ms integer);
    drop index if exists cj_order_number;
    create index if not exists cj_order_by_number on cj_order (open_id, order_number) where parent_id is null;
    create index if not exists cj_order_listed on cj_order (open_id, status, created_ms desc);
    create index if not exists cj_order_track on cj_order (track_number);
    create index if not exists cj_order_shipment on cj_order (shipment_id);
    create table if not exists cj_line (
      line_id integer primary key autoincrement, order_id text not null, vid text not null, quantity integer not null,
      price integer not null, store_line text);
    create index if not exists cj_line_of on cj_line (order_id);
    create table if not exists cj_step (
      id integer primary key autoincrement, order_id text not null, due_ms integer not null, what text not null,
      done integer not null default 0);
    create index if not exists cj_step_due on cj_step (due_ms) where done = 0;
    create table if not exists cj_payment (
      id integer primary key autoincrement, open_id integer not null, order_id text not null, amount integer not null, at_ms integer not null);
    create table if not exists cj_refund (
      id integer primary key autoincrement, order_id text not null, amount integer not null, at_ms integer not null);
    create table if not exists cj_dispute (
      id integer primary key, open_id integer not null, order_id text not null, business_id text not null, reason text not null,
      expect integer not null, price integer not null, message text not null, images text not null, visible_at integer not null,
      status text not null, deal integer, money integer, resend text, created_ms integer not null);
    create index if not exists cj_dispute_of on cj_dispute (open_id, order_id);
    create table if not exists cj_dispute_item (dispute_id integer not null, line_id integer not null, quantity integer not null);
    create table if not exists cj_webhook (open_id integer not null, topic text not null, url text not null, primary key (open_id, topic));
    create table if not exists cj_sequence (name text primary key, value integer not null);
  `);
  const stocked = db.prepare('select count(*) as rows from cj_stock').get() as { rows: number };
  if (stocked.rows > 0) return;
  const insert = db.prepare('insert into cj_stock values (?, ?, ?)');
  for (const { variants } of CATALOGUE)
    for (const { vid, stock } of variants)
      for (const [country, pieces] of Object.entries(stock)) insert.run(vid, country, pieces);
}
