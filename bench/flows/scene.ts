import { setTimeout as sleep } from 'node:timers/promises';
import type { CallMap } from '@quayside/contracts';
import type { Db } from '@quayside/server/src/db/index.ts';
import { connectShopify, connectWooCommerce } from '@quayside/server/src/features/demo/stores.ts';
import { type SandboxClient, sandboxClient } from '@quayside/testing/sandbox-client.ts';
import { headersOf, type Person, signUp } from '../people.ts';
import type { Served } from '../process.ts';

export interface Scene {
  server: Served;
  sandbox: SandboxClient;
  db: Db;
}

export type Api = <K extends keyof CallMap>(
  key: K,
  input?: { [P in 'params' | 'query' | 'body']?: CallMap[K][P] },
) => Promise<CallMap[K]['data']>;

/** A person with the calls he makes. */
export interface Owner extends Person {
  call: Api;
}

/** Calls of the API that must succeed, over HTTP as the screens make them. */
export function apiOf(url: string, person: Person): Api {
  return async (key, input = {}) => {
    const [method = 'GET', path = ''] = key.split(' ');
    const params = (input.params ?? {}) as Record<string, string>;
    const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
    const query = new URLSearchParams(
      Object.entries((input.query ?? {}) as Record<string, unknown>).map(([name, value]) => [name, String(value)]),
    );
    const response = await fetch(`${url}/api${filled}${query.size > 0 ? `?${query}` : ''}`, {
      method,
      headers: { ...headersOf(person), 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: JSON.stringify(input.body ?? {}) }),
    });
    const answer = (await response.json()) as { status: number; code: string; message: string; data: never };
    if (answer.status !== 200)
      throw new Error(`${key}: ${answer.code} ${answer.message} ${JSON.stringify(answer).slice(0, 400)}`);
    return answer.data;
  };
}

export async function newOwner({ server }: Scene): Promise<Owner> {
  const person = await signUp(server.url);
  return { ...person, call: apiOf(server.url, person) };
}

/** The owner that every sandbox comes with: his stores are the two shops that nobody else has. */
export async function demoOwner({ server }: Scene): Promise<Owner> {
  const { demo } = await apiOf(server.url, { token: '', accountId: '', workplaceId: '' })('GET /meta');
  const answer = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demo),
  });
  const { data } = (await answer.json()) as {
    data: { token: string; user: { id: string; workplaces: { id: string }[] } };
  };
  const person = { token: data.token, accountId: data.user.id, workplaceId: data.user.workplaces[0]?.id ?? '' };
  return { ...person, call: apiOf(server.url, person) };
}

/** The two shops that the demo account leaves to others. */
export const SHOPS = { woocommerce: 'fjord-living', shopify: 'quay-co' } as const;

export async function connect({ sandbox }: Scene, owner: Owner, platform: keyof typeof SHOPS): Promise<string> {
  if (platform === 'woocommerce') await connectWooCommerce(owner.call, sandbox.url, SHOPS.woocommerce);
  else await connectShopify(owner.call, SHOPS.shopify);
  const { items } = await owner.call('GET /stores/list-store');
  return items.find((store) => store.platform === platform)?.id ?? '';
}

/** Sets the stock of all goods to $1, in the order in which orders lock them: orders of the demo account may come in meanwhile. */
export const FILL_SHELVES = `update warehouse.variant v set stock = $1
  from (select variant_id from warehouse.variant order by variant_id for update) held where v.variant_id = held.variant_id`;

/** Waits for a state; answers what `look` answers as soon as it is not false. */
export async function until<T>(
  what: string,
  look: () => Promise<T | false>,
  { forMs = 180_000, everyMs = 100 } = {},
): Promise<T> {
  const end = performance.now() + forMs;
  for (;;) {
    const seen = await look();
    if (seen !== false) return seen;
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`);
    await sleep(everyMs);
  }
}

/** Runs `work` for each of these from so many loops. */
export async function inLoops<T>(items: readonly T[], loops: number, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const loop = async (): Promise<void> => {
    while (next < items.length) {
      const item = items[next++];
      if (item !== undefined) await work(item);
    }
  };
  await Promise.all(Array.from({ length: loops }, loop));
}

/** Products of the warehouse with so many variants, fewest and most, all of which are known. */
export async function goods(
  { db }: Pick<Scene, 'db'>,
  [from, to]: readonly [number, number],
  most: number,
): Promise<string[]> {
  const { rows } = await db.global((tx) =>
    tx.raw(
      `select source_product_id from source_product where source = 'quayside' and mode = 'sandbox' and detail_status = 'full'
        and total_variants between $1 and $2 order by source_product_id limit $3`,
      [from, to, most],
    ),
  );
  return rows.map((row) => String(row.source_product_id));
}

/** The sandbox's world at rest: the catalogue is read, the demo account's goods and orders are there. */
export async function sceneOf(server: Served, db: Db): Promise<Scene> {
  const scene: Scene = { server, sandbox: sandboxClient(server.sandboxUrl ?? ''), db };
  const demo = await until('the demo account', () => demoOwner(scene).catch(() => false as const));
  await until('the catalogue', async () => {
    const { rows } = await db.global((tx) =>
      tx.raw(`select count(*)::int as n from source_product where detail_status = 'full'`),
    );
    return Number(rows[0]?.n) >= 2_000;
  });
  await until('the demo account’s orders', async () => {
    const { items } = await demo.call('GET /orders/v5/list', { query: { period: 'all' } });
    return items.length >= 9;
  });
  return scene;
}
