import { newId } from '@quayside/kernel';
import { type Db, sql } from '@quayside/server/src/db/index.ts';
import { fillOrders } from '@quayside/server/src/ops/fill-orders.ts';
import { fillSources } from '@quayside/server/src/ops/fill-sources.ts';
import { type Load, load } from './load.ts';

export interface Row {
  what: string;
  value: string;
  bar: string;
  met: boolean | undefined;
}

interface Person {
  token: string;
  accountId: string;
  workplaceId: string;
}

const ms = (value: number): string => `${value.toFixed(1)} ms`;
const ratio = (a: number, b: number): string => `${(a / b).toFixed(2)} x`;
const line = (result: Load): string =>
  `p95 ${ms(result.p95)}, ${Math.round(result.perSecond)}/s${result.failed ? `, ${result.failed} failed` : ''}`;

export async function signUp(url: string): Promise<Person> {
  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      first_name: 'Bench',
      last_name: 'Owner',
      email: `bench-${newId()}@example.com`,
      password: 'bench password',
    }),
  });
  const { data } = (await answer.json()) as {
    data: { token: string; user: { id: string; workplaces: { id: string }[] } };
  };
  return { token: data.token, accountId: data.user.id, workplaceId: data.user.workplaces[0]?.id ?? '' };
}

/** A store that nobody can call, so that filled orders have somewhere to belong. */
async function addStore(db: Db, person: Person): Promise<string> {
  const storeId = newId();
  await db.tenant(person, (tx) =>
    tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status, store_name, currency, credentials)
      values (${person.workplaceId}, ${storeId}, ${person.accountId}, 'woocommerce', ${`${storeId}.test`}, 'https://bench.test', 'sandbox', 'active', 'Bench', 'USD', '{}')`),
  );
  return storeId;
}

const headers = (person: Person) => ({ authorization: `Bearer ${person.token}`, 'workplace-id': person.workplaceId });

/** The order list at 10,000 and `many` orders, against the floor, and a far page by cursor. */
export async function orderLists(url: string, floorUrl: string, db: Db, many: number): Promise<Row[]> {
  const rows: Row[] = [];
  const p95: number[] = [];
  for (const orders of [10_000, many]) {
    const person = await signUp(url);
    const storeId = await addStore(db, person);
    await fillOrders(db, { scope: person, storeId, mode: 'sandbox', orders });
    await db.owner((tx) => tx.raw('analyze'));
    const path = `${url}/api/orders/v5/list?period=all&tab=unfulfilled&page_size=25`;
    const span = new URLSearchParams({ workplace: person.workplaceId, from: '1990-01-01', until: '2100-01-01' });
    const floor = await load(() => `${floorUrl}/orders?${span}`, {});
    const list = await load(() => path, headers(person));
    const counts = await load(() => `${url}/api/orders/v5/count-order-status?period=all`, headers(person));
    let cursor = '';
    for (let page = 0; page < 200; page += 1) {
      const answer = await fetch(cursor ? `${path}&cursor=${encodeURIComponent(cursor)}` : path, {
        headers: headers(person),
      });
      const { data } = (await answer.json()) as { data: { next_cursor?: string } };
      if (!data.next_cursor) break;
      cursor = data.next_cursor;
    }
    const far = await load(() => `${path}&cursor=${encodeURIComponent(cursor)}`, headers(person));
    p95.push(list.p95);
    const name = `Order list, ${orders.toLocaleString('en-US')} orders`;
    rows.push({ what: `${name}: floor`, value: line(floor), bar: '', met: undefined });
    rows.push({
      what: name,
      value: `${line(list)}; ${ratio(list.p95, floor.p95)} the floor`,
      bar: '1.5 x the floor',
      met: list.p95 <= floor.p95 * 1.5,
    });
    rows.push({
      what: `${name}: page 200 by cursor`,
      value: `${line(far)}; ${ratio(far.p95, list.p95)} the first page`,
      bar: '1.3 x the first page',
      met: far.p95 <= list.p95 * 1.3,
    });
    rows.push({ what: `${name}: tab counts`, value: line(counts), bar: '', met: undefined });
  }
  const [few = 1, most = 1] = p95;
  rows.push({ what: 'Order list, many against 10,000', value: ratio(most, few), bar: '1.3 x', met: most <= few * 1.3 });
  return rows;
}

const WORDS = ['mug', 'backpack', 'lamp', 'blanket', 'tent', 'wooden', 'kids', 'travel'];

/** Search of the catalogue by word, price and sort at 10,000 and `many` source products, against the floor. */
export async function catalogueSearch(url: string, floorUrl: string, db: Db, many: number): Promise<Row[]> {
  const rows: Row[] = [];
  const person = await signUp(url);
  for (const count of [10_000, many]) {
    await fillSources(db, count);
    await db.owner((tx) => tx.raw('analyze source_product'));
    const word = (n: number) => WORDS[n % WORDS.length] ?? 'mug';
    const floor = await load((n) => `${floorUrl}/sources?word=${word(n)}&from=1000&until=3000`, {});
    const search = await load(
      (n) => `${url}/api/center/products/find?keyword=${word(n)}&price=10_30&sort=desc_profit&page_size=25`,
      headers(person),
    );
    const name = `Catalogue search, ${count.toLocaleString('en-US')} products`;
    rows.push({ what: `${name}: floor`, value: line(floor), bar: '', met: undefined });
    rows.push({
      what: name,
      value: `${line(search)}; ${ratio(search.p95, floor.p95)} the floor`,
      bar: '1.5 x the floor',
      met: search.p95 <= floor.p95 * 1.5,
    });
  }
  return rows;
}
