import type { Db } from '@quayside/server/src/db/index.ts';
import { headersOf, ownerOf } from './people.ts';
import { count, type Row, times } from './rows.ts';

export interface LookupBench {
  url: string;
  dataDir: string;
  db: Db;
}

/** Few: the call is limited per minute. */
const CALLS = 5;
/** As bench and seed fill them in (fill-orders.ts). */
const WANTED = [
  { by: 'email', value: 'Shopper4321@example.com' },
  { by: 'phone', value: '0170 1004321' },
  { by: 'order', value: '#104321' },
] as const;

/** Milliseconds of each call in the middle, in the order of WANTED. Throws when one finds nobody. */
async function lookUp(url: string, headers: Record<string, string>): Promise<number[]> {
  const middles: number[] = [];
  for (const body of WANTED) {
    const spent: number[] = [];
    for (let call = 0; call < CALLS; call += 1) {
      const from = performance.now();
      const answer = await fetch(`${url}/api/privacy/shoppers/find`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const { data } = (await answer.json()) as { data?: { total: number } };
      spent.push(performance.now() - from);
      if (data?.total !== 1) throw new Error(`${body.by}: expected 1 order, got ${data?.total} (${answer.status})`);
    }
    middles.push(spent.toSorted((a, b) => a - b)[Math.floor(CALLS / 2)] ?? 0);
  }
  return middles;
}

/** Looking a shopper up for privacy, with many orders in the workspace against 10,000. */
export async function lookups({ url, dataDir, db }: LookupBench, many: number): Promise<Row[]> {
  const [few, most] = [
    await lookUp(url, headersOf(await ownerOf(10_000, url, db, dataDir))),
    await lookUp(url, headersOf(await ownerOf(many, url, db, dataDir))),
  ];
  return WANTED.map(({ by }, at) => {
    const ratio = (most[at] ?? 0) / (few[at] ?? 1);
    return {
      what: `Shopper looked up by ${by}, ${count(many)} orders`,
      value: `${most[at]?.toFixed(1)} ms; ${times(ratio)} the same at 10,000 (${few[at]?.toFixed(1)} ms)`,
      bar: '2 x at 10,000',
      met: ratio <= 2,
    };
  });
}
