import { newId } from '@quayside/kernel';
import { type Executor, sql, withClient } from '@quayside/server/src/db/index.ts';
import { findSources } from '@quayside/server/src/features/sourcing/queries/find-sources.ts';
import { searchQuery } from '@quayside/server/src/features/sourcing/rules/words.ts';
import { findZones, pickZones } from '@quayside/server/src/features/sourcing/zone-repo.ts';
import { fillSources } from '@quayside/server/src/ops/fill-sources.ts';
import { ownerAddress } from './database-url.ts';
import type { ListBench } from './lists.ts';
import { versus } from './load.ts';
import { headersOf, signUp } from './people.ts';
import { count, figure, line, machineLoad, ms, type Row, times } from './rows.ts';

/** Common and rare ones; of some there is none in the price band. */
const WORDS = ['mug', 'backpack', 'lamp', 'blanket', 'tent', 'wooden', 'kids', 'travel'];
/** The two that are chosen most, and one that is rarely chosen and to which many products are not shipped. */
const COUNTRIES = ['US', 'DE', 'CL'];
const DATABASE_MS = 50;

type Plan = { 'Planning Time': number; 'Execution Time': number };

/** Runs statements under explain as well, and adds up what the database itself took to plan and execute them. */
function explaining(ex: Executor): { executor: Executor; taken: () => number } {
  let taken = 0;
  const executor: Executor = {
    ...ex,
    raw: async (text, values) => {
      const { rows } = await ex.raw(`explain (analyze, timing off, format json) ${text}`, values);
      const plan = (rows[0]?.['QUERY PLAN'] as Plan[] | undefined)?.[0];
      if (!plan) throw new Error('explain returned no plan');
      taken += plan['Planning Time'] + plan['Execution Time'];
      return ex.raw(text, values);
    },
  };
  return { executor, taken: () => taken };
}

/** Median milliseconds of the product's own statements for one word, and of the words the slowest. */
async function databaseTime({ db }: ListBench, country: string): Promise<number> {
  const nobody = { accountId: newId(), workplaceId: newId() };
  const medians: number[] = [];
  for (const word of WORDS) {
    const runs: number[] = [];
    for (let run = 0; run < 9; run += 1)
      await db.read(nobody, async (ex) => {
        const zones = pickZones(await findZones(ex, 'sandbox', country));
        const { executor, taken } = explaining(ex);
        await findSources(
          executor,
          {
            workplaceId: nobody.workplaceId,
            mode: 'sandbox',
            words: searchQuery(word)?.every,
            prices: [{ min: 1000, max: 3000 }],
            bands: [1],
            size: 26,
            shipTo: country,
            zones,
          },
          { by: 'profit', descending: true },
        );
        runs.push(taken());
      });
    medians.push(runs.sort((a, b) => a - b)[4] ?? Number.POSITIVE_INFINITY);
  }
  return Math.max(...medians);
}

/** Search of the catalogue by word, price and sort at 10,000 and `many` source products, against the floor. */
export async function catalogueSearch(bench: ListBench, many: number): Promise<Row[]> {
  const { url, floorUrl, dataDir, db } = bench;
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
    // As autovacuum leaves them some seconds later: an index answers alone only for what a vacuum has seen.
    await withClient(ownerAddress(dataDir), 'bench', (client) =>
      client.query('vacuum analyze source_product, source_shipping'),
    );
    for (const country of COUNTRIES) {
      const search = await versus(
        { url: (n) => `${floorUrl}/sources?word=${word(n)}:*&from=1000&until=3000&country=${country}` },
        {
          url: (n) =>
            `${url}/api/center/products/find?keyword=${word(n)}&price=10_30&sort=desc_profit&mode=sandbox&page_size=25&ship_to=${country}`,
          headers,
        },
      );
      const time = await databaseTime(bench, country);
      const name = `Catalogue search to ${country}, ${count(products)} products`;
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
  }
  return rows;
}
