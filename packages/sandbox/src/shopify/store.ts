import type { World } from '../core/world.ts';
import type { Docs, Kind } from './model.ts';

/** Shopify tells times to the second. */
export const toSecond = (iso: string): string => `${iso.slice(0, 19)}Z`;

export interface ListInput {
  by: 'id' | 'updated_at';
  bounds?: { column: 'updated_at' | 'id'; op: '>' | '>=' | '<' | '<='; value: string | number }[];
  after?: { updatedAt: string; id: number };
  limit: number;
  /** Also what queries may only see later. */
  hidden: boolean;
}

const TABLES = `
  create table if not exists shopify_docs (shop text not null, kind text not null, id integer not null,
    updated_at text not null, visible_at integer not null, doc text not null, primary key (shop, kind, id));
  create index if not exists shopify_docs_updated on shopify_docs (shop, kind, updated_at, id);
  create table if not exists shopify_keys (shop text not null, kind text not null, key text not null,
    id integer not null, primary key (shop, kind, key));
  create table if not exists shopify_due (id integer primary key autoincrement, shop text not null, what text not null,
    about integer not null, due integer not null);
  create table if not exists shopify_sequences (name text primary key, value integer not null);`;

export type ShopifyStore = ReturnType<typeof openShopifyStore>;

/** The shops' things as documents by kind and id, with the unique keys under which they are found. */
export function openShopifyStore({ db, clock, visibleAt }: World) {
  db.exec(TABLES);
  const put = db.prepare(`insert into shopify_docs values (?, ?, ?, ?, ?, ?)
    on conflict (shop, kind, id) do update set updated_at = excluded.updated_at, doc = excluded.doc`);
  const read = db.prepare('select doc, visible_at from shopify_docs where shop = ? and kind = ? and id = ?');
  const drop = db.prepare('delete from shopify_docs where shop = ? and kind = ? and id = ?');
  const bump = db.prepare(`insert into shopify_sequences values (?, ?)
    on conflict (name) do update set value = value + 1 returning value`);
  const putKey = db.prepare('insert or replace into shopify_keys values (?, ?, ?, ?)');
  const readKey = db.prepare('select id from shopify_keys where shop = ? and kind = ? and key = ?');
  const dropKey = db.prepare('delete from shopify_keys where shop = ? and kind = ? and key = ?');
  const addDue = db.prepare('insert into shopify_due (shop, what, about, due) values (?, ?, ?, ?)');
  const dueNow = db.prepare('select * from shopify_due where due <= ? order by due, id limit 200');
  const dropDue = db.prepare('delete from shopify_due where id = ?');

  return {
    now: () => toSecond(clock.now()),
    /** A number never given before, growing. Order numbers start at 1001, everything else at 8 trillion. */
    next: (name = 'id', first = 8_000_000_000_001): number => Number(bump.get(name, first)?.value),
    save<K extends Kind>(shop: string, kind: K, doc: Docs[K]): void {
      const updatedAt = 'updatedAt' in doc ? doc.updatedAt : toSecond(clock.now());
      put.run(shop, kind, doc.id, updatedAt, visibleAt('shopify'), JSON.stringify(doc));
    },
    get<K extends Kind>(shop: string, kind: K, id: number, hidden = true): Docs[K] | undefined {
      const row = read.get(shop, kind, id);
      if (!row || (!hidden && Number(row.visible_at) > Date.now())) return undefined;
      return JSON.parse(String(row.doc)) as Docs[K];
    },
    remove(shop: string, kind: Kind, id: number): void {
      drop.run(shop, kind, id);
    },
    list<K extends Kind>(shop: string, kind: K, input: ListInput): Docs[K][] {
      const where = ['shop = ?', 'kind = ?', 'visible_at <= ?'];
      const values: (string | number)[] = [shop, kind, input.hidden ? Number.MAX_SAFE_INTEGER : Date.now()];
      for (const bound of input.bounds ?? []) {
        where.push(`${bound.column} ${bound.op} ?`);
        values.push(bound.value);
      }
      if (input.after && input.by === 'id') {
        where.push('id > ?');
        values.push(input.after.id);
      } else if (input.after) {
        where.push('(updated_at, id) > (?, ?)');
        values.push(input.after.updatedAt, input.after.id);
      }
      const order = input.by === 'id' ? 'id' : 'updated_at, id';
      const sql = `select doc from shopify_docs where ${where.join(' and ')} order by ${order} limit ?`;
      const rows = db.prepare(sql).all(...values, input.limit);
      return rows.map((row) => JSON.parse(String(row.doc)) as Docs[K]);
    },
    setKey(shop: string, kind: string, key: string, id: number): void {
      putKey.run(shop, kind, key, id);
    },
    byKey(shop: string, kind: string, key: string): number | undefined {
      const row = readKey.get(shop, kind, key);
      return row ? Number(row.id) : undefined;
    },
    /** Removes all documents of some kinds, and the keys by which things in them are found. */
    clear(shop: string, kinds: readonly Kind[], keys: readonly string[]): void {
      for (const kind of kinds) db.prepare('delete from shopify_docs where shop = ? and kind = ?').run(shop, kind);
      for (const kind of keys) db.prepare('delete from shopify_keys where shop = ? and kind = ?').run(shop, kind);
    },
    removeKey(shop: string, kind: string, key: string): void {
      dropKey.run(shop, kind, key);
    },
    /** Something that Shopify does by itself after some real milliseconds. */
    later(shop: string, what: string, about: number, ms: number): void {
      addDue.run(shop, what, about, Date.now() + ms);
    },
    takeDue(): { id: number; shop: string; what: string; about: number }[] {
      const rows = dueNow.all(Date.now());
      return rows.map((row) => ({
        id: Number(row.id),
        shop: String(row.shop),
        what: String(row.what),
        about: Number(row.about),
      }));
    },
    settleDue(id: number): void {
      dropDue.run(id);
    },
  };
}
