import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { readConfig } from '@quayside/server/src/config.ts';
import { start } from '@quayside/server/src/start.ts';
import Fastify from 'fastify';
import pg from 'pg';
import { superuserAddress } from './database-url.ts';
import { FLOOR_IMPORT, FLOOR_LINES, FLOOR_ORDERS, FLOOR_SOURCES } from './floor/sql.ts';

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
floor.get<{ Querystring: { word: string; from: string; until: string } }>('/sources', async ({ query }) => {
  const found = await pool.query(FLOOR_SOURCES, [query.word, query.from, query.until]);
  return { items: found.rows };
});
floor.post<{ Querystring: { product: string } }>('/import', async ({ query }) => {
  await pool.query({ name: 'import', text: FLOOR_IMPORT, values: [query.product, randomUUID()] });
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
