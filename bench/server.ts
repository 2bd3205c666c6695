import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { readConfig } from '@quayside/server/src/config.ts';
import { start } from '@quayside/server/src/start.ts';
import Fastify from 'fastify';
import pg from 'pg';
import { superuserAddress } from './database-url.ts';
import {
  FLOOR_IMPORT,
  FLOOR_IMPORT_READ,
  FLOOR_LINES,
  FLOOR_ORDERS,
  FLOOR_PLACE_BEGIN,
  FLOOR_PLACE_END,
  FLOOR_SOURCES,
} from './floor/sql.ts';

/**
 * The process under load: Quayside with its embedded PostgreSQL and, on a port of its own, the floor: bare Fastify routes
 * that send the same rows by the SQL in bench/floor. Prints one line of JSON when ready.
 */
const root = join(import.meta.dirname, '..');
const config = readConfig(process.env, [], root);
const running = await start(config, { root });

const pool = new pg.Pool({ connectionString: superuserAddress(running.deps.config.dataDir), max: config.poolSize });
pg.types.setTypeParser(20, Number);

const floor = Fastify();
floor.get<{ Querystring: { workplace: string; from: string; until: string } }>('/orders', async ({ query }) => {
  const found = await pool.query({
    name: 'orders',
    text: FLOOR_ORDERS,
    values: [query.workplace, query.from, query.until],
  });
  const items = found.rows.slice(0, 25);
  const of = await pool.query({
    name: 'lines',
    text: FLOOR_LINES,
    values: [query.workplace, items.map((row) => row.order_id)],
  });
  return { items: items.map((row) => ({ ...row, lines: of.rows.filter((line) => line.order_id === row.order_id) })) };
});
floor.get<{ Querystring: { word: string; from: string; until: string; country: string } }>(
  '/sources',
  async ({ query }) => {
    const found = await pool.query(FLOOR_SOURCES, [query.word, query.from, query.until, query.country]);
    return { items: found.rows };
  },
);
interface FloorSource {
  title: string;
  store_name: string | null;
  category_path: string[];
  image_urls: string[];
  suggested: number | null;
  detail: {
    descriptionHtml: string;
    options: { name: string; values: { value: string }[] }[];
    variants: {
      sourceVariantId: string;
      sku: string;
      optionValues: string[];
      cost: number;
      imageUrl?: string;
      stock?: number;
      weightGrams?: number;
    }[];
  };
}

// What importing comes to at the least: the supplier's facts read in one statement, everything that follows written in one.
floor.post<{ Querystring: { workplace: string; source: string } }>('/import', async ({ query }) => {
  const { rows } = await pool.query<FloorSource>({
    name: 'import-read',
    text: FLOOR_IMPORT_READ,
    values: [query.source],
  });
  const [row] = rows;
  if (!row) throw new Error('no such product');
  const { detail } = row;
  const id = randomUUID();
  const images = row.image_urls.map((url) => ({ url, alt: '' }));
  const options = detail.options.map(({ name, values }) => ({ name, values: values.map(({ value }) => value) }));
  const original = {
    title: row.title,
    descriptionHtml: detail.descriptionHtml,
    vendor: row.store_name ?? '',
    productType: row.category_path.at(-1) ?? '',
    options,
    images,
  };
  const price = row.suggested ?? 0;
  const product = {
    ...row,
    product_id: id,
    description_html: detail.descriptionHtml,
    vendor: original.vendor,
    product_type: original.productType,
    options,
    images,
    price_from: price,
    price_to: price,
    original,
  };
  const variants = detail.variants.map((variant, position) => ({
    source_variant_id: variant.sourceVariantId,
    sku: variant.sku,
    option_values: variant.optionValues,
    cost: variant.cost,
    price,
    image_url: variant.imageUrl,
    stock: variant.stock,
    weight_grams: variant.weightGrams,
    position,
  }));
  const told = [
    { event_id: randomUUID(), topic: 'products', ids: [id] },
    { event_id: randomUUID(), topic: 'counts' },
  ];
  const values = [query.workplace, JSON.stringify(product), JSON.stringify(variants), JSON.stringify(told)];
  await pool.query({ name: 'import', text: FLOOR_IMPORT, values });
  return { done: true };
});

interface Begun {
  connection_id: string;
  name: string;
  address: Record<string, string | null>;
  shipping_method: string;
  lines: object[];
}
interface Made {
  id: string;
  number: string;
  state: string;
  items_cost: { amount: number };
  shipping_cost: { amount: number };
  total: { amount: number };
}
const { connectors } = running.deps;
const gateway = connectors.baseUrl('quayside', 'sandbox');
const key = connectors.appCredentials('quayside', 'sandbox')?.key ?? '';
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

// What placing comes to at the least: the intent in one statement, the supplier's call, its outcome in one statement.
floor.post<{ Querystring: { workplace: string; model: string } }>('/place', async ({ query }) => {
  const id = randomUUID();
  const { rows } = await pool.query<Begun>({
    name: 'place-begin',
    text: FLOOR_PLACE_BEGIN,
    values: [query.model, id, id, query.workplace],
  });
  const [begun] = rows;
  if (!begun) throw new Error('no such supplier order');
  const address = Object.entries(begun.address).filter(([, value]) => value !== null);
  const answer = await fetch(`${gateway}/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': id },
    body: JSON.stringify({
      account: begun.connection_id,
      order_name: begun.name,
      address: Object.fromEntries(address.map(([name, value]) => [snake(name), value])),
      shipping_service: begun.shipping_method,
      lines: begun.lines,
    }),
  });
  if (!answer.ok) throw new Error(`the warehouse: ${await answer.text()}`);
  const made = (await answer.json()) as Made;
  await pool.query({
    name: 'place-end',
    text: FLOOR_PLACE_END,
    values: [
      id,
      made.id,
      made.number,
      made.items_cost.amount,
      made.shipping_cost.amount,
      made.total.amount,
      made.state,
      query.workplace,
    ],
  });
  return { done: true };
});
const floorUrl = await floor.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(
  `${JSON.stringify({ url: running.url, floorUrl, dataDir: running.deps.config.dataDir, sandboxUrl: running.sandboxUrl })}\n`,
);
process.on('SIGTERM', () => {
  void floor
    .close()
    .then(() => pool.end())
    .then(() => running.stop())
    .then(() => process.exit(0));
});
