import type { World } from '../core/world.ts';
import { nowSeconds } from './dates.ts';
import type { Shops } from './shops.ts';
import { toSlug } from './slug.ts';
import { WpError } from './wp-error.ts';

export interface Attribute {
  id: number;
  name: string;
  slug: string;
  position: number;
  visible: boolean;
  variation: boolean;
  options: string[];
}

export interface Meta {
  id: number;
  key: string;
  value: unknown;
}

/** What is kept of a product or variation beside its own columns. */
export interface ProductDoc {
  description: string;
  shortDescription: string;
  regularPrice: string;
  salePrice: string;
  manageStock: boolean;
  stock: number | null;
  backorders: 'no' | 'notify' | 'yes';
  stockStatus: 'instock' | 'outofstock' | 'onbackorder';
  weight: string;
  /** Absent in shops of before. */
  dimensions?: { length: string; width: string; height: string };
  imageIds: number[];
  attributes: Attribute[];
  /** Of a variation: attribute name to option. */
  chosen: { name: string; option: string }[];
  categories: number[];
  tags: number[];
  meta: Meta[];
  menuOrder: number;
  globalUniqueId: string;
  virtual: boolean;
  totalSales: number;
}

export interface Product {
  shop: string;
  id: number;
  parentId: number;
  type: 'simple' | 'variable' | 'variation';
  status: 'publish' | 'draft' | 'pending' | 'private' | 'trash';
  sku: string;
  name: string;
  slug: string;
  created: number;
  modified: number;
  visibleAt: number;
  doc: ProductDoc;
}

export const EMPTY: ProductDoc = {
  description: '',
  shortDescription: '',
  regularPrice: '',
  salePrice: '',
  manageStock: false,
  stock: null,
  backorders: 'no',
  stockStatus: 'instock',
  weight: '',
  imageIds: [],
  attributes: [],
  chosen: [],
  categories: [],
  tags: [],
  meta: [],
  menuOrder: 0,
  globalUniqueId: '',
  virtual: false,
  totalSales: 0,
};

export interface ProductStore {
  /** A product that queries may see; `hidden` also finds one whose effect is shown only later. */
  get(shop: string, id: number, hidden?: boolean): Product | undefined;
  variations(shop: string, parentId: number, hidden?: boolean): Product[];
  save(product: Product): Product;
  erase(shop: string, id: number): void;
  /** Removes all products of a shop. */
  clear(shop: string): void;
  select(shop: string, where: string, values: (string | number)[], orderBy: string): Product[];
  /** A part of what `select` answers, and how many there are in all. */
  page(
    shop: string,
    where: string,
    values: (string | number)[],
    orderBy: string,
    part: { limit: number; offset: number },
  ): { products: Product[]; total: number };
  /** Refuses a SKU that another living product has, seen or not. */
  demandUniqueSku(shop: string, sku: string, ownId: number, kind: 'product' | 'variation'): void;
  demandUniqueBarcode(shop: string, barcode: string, ownId: number): void;
  /** Takes pieces out of stock or puts them back. */
  moveStock(shop: string, id: number, by: number): void;
}

/** What the stock's number says about buying. */
export function getStockStatus(doc: ProductDoc): ProductDoc['stockStatus'] {
  if (!doc.manageStock) return doc.stockStatus;
  if ((doc.stock ?? 0) > 0) return 'instock';
  return doc.backorders === 'no' ? 'outofstock' : 'onbackorder';
}

export function createProductStore(world: World, shops: Shops): ProductStore {
  const { db } = world;
  const toProduct = (row: Record<string, unknown>): Product => ({
    shop: String(row.shop),
    id: Number(row.id),
    parentId: Number(row.parent_id),
    type: row.type as Product['type'],
    status: row.status as Product['status'],
    sku: String(row.sku),
    name: String(row.name),
    slug: String(row.slug),
    created: Number(row.created),
    modified: Number(row.modified),
    visibleAt: Number(row.visible_at),
    doc: JSON.parse(String(row.doc)) as ProductDoc,
  });
  const seen = (hidden?: boolean) => (hidden ? Number.MAX_SAFE_INTEGER : Date.now());
  const one = db.prepare('select * from woo_products where shop = ? and id = ? and visible_at <= ?');
  const children = db.prepare(
    'select * from woo_products where shop = ? and parent_id = ? and visible_at <= ? order by id',
  );
  const put = db.prepare(`insert into woo_products values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    on conflict (shop, id) do update set type = excluded.type, status = excluded.status, sku = excluded.sku,
    name = excluded.name, slug = excluded.slug, modified = excluded.modified, doc = excluded.doc`);
  const bySku = db.prepare(
    // The index is of SKUs that are set: SQLite uses it only where the query says so too.
    "select id, status from woo_products where shop = ? and sku = ? and sku <> '' and id <> ? order by status = 'trash' limit 1",
  );
  const byBarcode = db.prepare(
    "select 1 from woo_products where shop = ? and json_extract(doc, '$.globalUniqueId') = ? and id <> ? and status <> 'trash' limit 1",
  );

  function uniqueSlug(product: Product): string {
    const taken = db.prepare(
      "select 1 from woo_products where shop = ? and slug = ? and id <> ? and type <> 'variation'",
    );
    const base = product.slug || toSlug(product.name) || String(product.id);
    for (let n = 1; ; n += 1) {
      const slug = n === 1 ? base : `${base}-${n}`;
      if (!taken.get(product.shop, slug, product.id)) return slug;
    }
  }

  const store: ProductStore = {
    get(shop, id, hidden) {
      const row = one.get(shop, id, seen(hidden));
      return row && toProduct(row);
    },
    variations: (shop, parentId, hidden) => children.all(shop, parentId, seen(hidden)).map(toProduct),
    save(product) {
      const saved = { ...product, id: product.id || shops.nextId(product.shop), modified: nowSeconds() };
      if (saved.type !== 'variation' && saved.status === 'publish') saved.slug = uniqueSlug(saved);
      saved.doc = { ...saved.doc, stockStatus: getStockStatus(saved.doc) };
      const { shop, id, parentId, type, status, sku, name, slug, created, modified, visibleAt, doc } = saved;
      put.run(shop, id, parentId, type, status, sku, name, slug, created, modified, visibleAt, JSON.stringify(doc));
      return saved;
    },
    clear: (shop) => void db.prepare('delete from woo_products where shop = ?').run(shop),
    erase(shop, id) {
      db.prepare('delete from woo_products where shop = ? and (id = ? or parent_id = ?)').run(shop, id, id);
    },
    select: (shop, where, values, orderBy) =>
      db
        .prepare(`select * from woo_products where shop = ? and visible_at <= ? ${where} order by ${orderBy}`)
        .all(shop, Date.now(), ...values)
        .map(toProduct),
    page(shop, where, values, orderBy, { limit, offset }) {
      const from = `from woo_products where shop = ? and visible_at <= ? ${where}`;
      const found = [shop, Date.now(), ...values];
      const rows = db.prepare(`select * ${from} order by ${orderBy} limit ? offset ?`).all(...found, limit, offset);
      const [counted] = db.prepare(`select count(*) as total ${from}`).all(...found);
      return { products: rows.map(toProduct), total: Number(counted?.total) };
    },
    demandUniqueSku(shop, sku, ownId, kind) {
      if (sku === '') return;
      const other = bySku.get(shop, sku, ownId);
      // The lock on a SKU is taken in a table that still knows the trash, and for products alone.
      if (other?.status === 'trash' && ownId === 0 && kind === 'product')
        throw new WpError(
          'woocommerce_rest_product_not_created',
          `The product with SKU (${sku}) you are trying to insert is already present in the lookup table`,
          400,
        );
      if (other && other.status !== 'trash')
        throw new WpError('product_invalid_sku', 'Invalid or duplicated SKU.', 400, {
          status: 400,
          resource_id: Number(other.id),
          unique_sku: `${sku}-1`,
        });
    },
    demandUniqueBarcode(shop, barcode, ownId) {
      if (barcode !== '' && byBarcode.get(shop, barcode, ownId))
        throw new WpError('product_invalid_global_unique_id', 'Invalid or duplicated GTIN, UPC, EAN or ISBN.', 400);
    },
    moveStock(shop, id, by) {
      const product = store.get(shop, id, true);
      if (!product?.doc.manageStock) return;
      store.save({ ...product, doc: { ...product.doc, stock: (product.doc.stock ?? 0) + by } });
    },
  };
  return store;
}
