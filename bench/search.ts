import { sql } from '@quayside/server/src/db/index.ts';
import { fillSources } from '@quayside/server/src/ops/fill-sources.ts';
import { FLOOR_SOURCES } from './floor/sql.ts';
import type { ListBench } from './lists.ts';
import { versus } from './load.ts';
import { headersOf, signUp } from './people.ts';
import { count, figure, line, machineLoad, ms, type Row, times } from './rows.ts';

/** Common and rare ones; of some there is none in the price band. */
const WORDS = ['mug', 'backpack', 'lamp', 'blanket', 'tent', 'wooden', 'kids', 'travel'];
const DATABASE_MS = 50;

type Plan = { 'Planning Time': number; 'Execution Time': number };

/**
 * Milliseconds that the database itself takes to plan and run the search: the best run of each word, which is the one that
 * nothing else on the machine held up, and of these the slowest word.
 */
async function databaseTime({ db }: ListBench): Promise<number> {
  const best: number[] = [];
  for (const word of WORDS) {
    const runs: number[] = [];
    for (let run = 0; run < 9; run += 1) {
      const { rows } = await db.global((tx) =>
        tx.raw(`explain (analyze, timing off, format json) ${FLOOR_SOURCES}`, [`${word}:*`, 1000, 3000]),
      );
      const plans = rows[0]?.['QUERY PLAN'] as Plan[] | undefined;
      const plan = plans?.[0];
      if (plan) runs.push(plan['Planning Time'] + plan['Execution Time']);
    }
    best.push(Math.min(...runs));
  }
  return Math.max(...best);
}

/** Search of the catalogue by word, price and sort at 10,000 and `many` source products, against the floor. */
export async function catalogueSearch(bench: ListBench, many: number): Promise<Row[]> {
  const { url, floorUrl, db } = bench;
  const rows: Row[] = [];
  const headers = headersOf(await signUp(url));
  const word = (n: number): string => WORDS[n % WORDS.length] ?? 'mug';
  for (const products of [...new Set([10_000, many])]) {
    const known = await db.global((tx) =>
      tx.first<{ products: number }>(sql`select count(*)::int as products from source_product`),
    );
    // Data kept from an earlier run is measured once, as it is.
    if ((known?.products ?? 0) > products) continue;
    if ((known?.products ?? 0) < products) await fillSources(db, products);
    await db.owner((tx) => tx.raw('analyze source_product'));
    const search = await versus(
      { url: (n) => `${floorUrl}/sources?word=${word(n)}:*&from=1000&until=3000` },
      {
        url: (n) =>
          `${url}/api/center/products/find?keyword=${word(n)}&price=10_30&sort=desc_profit&mode=sandbox&page_size=25`,
        headers,
      },
    );
    const time = await databaseTime(bench);
    const name = `Catalogue search, ${count(products)} products`;
    rows.push(figure(`${name}: floor`, line(search.floor)));
    rows.push({
      what: name,
      value: `${line(search.measured)}; ${times(search.ratio)} the floor (${machineLoad()})`,
      bar: '1.5 x the floor',
      met: search.ratio <= 1.5,
    });
    rows.push({
      what: `${name}: database time of the slowest word`,
      value: ms(time),
      bar: `${DATABASE_MS} ms`,
      met: time < DATABASE_MS,
    });
  }
  return rows;
}
