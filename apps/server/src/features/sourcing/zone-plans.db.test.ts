import { beforeAll, expect, it } from 'vitest';
import { type Executor, withClient } from '../../db/index.ts';
import { fillSources } from '../../ops/fill-sources.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { findSources } from './queries/find-sources.ts';
import { findZones, pickZones } from './zone-repo.ts';

const db = await testDatabase();
const NOBODY = '00000000-0000-7000-8000-000000000000';
const MANY = 6_000;

beforeAll(async () => {
  await fillSources(db, MANY);
  // Only what a vacuum has seen is read in an index alone.
  await withClient(db.ownerUrl, 'test', (client) => client.query('vacuum analyze source_product, source_shipping'));
}, 120_000);

/** The plan of the product's own statement, and how many rows came of it. */
async function planOf(shipTo: string, ask: object, by: 'profit' | 'shipping_cost' | 'days_min', descending = true) {
  return db.read({ accountId: NOBODY, workplaceId: NOBODY }, async (ex) => {
    const plans: string[] = [];
    const explaining: Executor = {
      ...ex,
      raw: async (text, values) => {
        const { rows } = await ex.raw(`explain ${text}`, values);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        return ex.raw(text, values);
      },
    };
    const zones = pickZones(await findZones(ex, 'sandbox', shipTo));
    const wanted = { workplaceId: NOBODY, mode: 'sandbox' as const, size: 26, shipTo, zones, ...ask };
    const rows = await findSources(explaining, wanted, { by, descending });
    return { plan: plans.join('\n---\n'), rows, statements: plans.length };
  });
}

it.each(['US', 'DE', 'CL'])('walks an index of the zone and stops at the page: %s', async (country) => {
  for (const [by, descending, index] of [
    ['profit', true, 'source_shipping_profit'],
    ['profit', false, 'source_shipping_profit'],
    ['shipping_cost', false, 'source_shipping_cost'],
    ['days_min', false, 'source_shipping_days'],
  ] as const) {
    const { plan, rows, statements } = await planOf(country, {}, by, descending);
    expect(rows).toHaveLength(26);
    expect(statements).toBe(1);
    expect(plan).toMatch(new RegExp(`Index (Only )?Scan (Backward )?using ${index} `));
    expect(plan).not.toContain('Seq Scan on source_');
  }
});

it.each(['US', 'DE', 'CL'])('begins within the category, or the price band, of the zone: %s', async (country) => {
  const { rows } = await planOf(country, {}, 'profit');
  const category = await planOf(country, { categoryIds: [rows[0]?.category_id] }, 'profit');
  expect(category.plan).toMatch(/Index (Only )?Scan Backward using source_shipping_category /);
  const prices = [{ min: 1000, max: 3000 }];
  const band = await planOf(country, { bands: [1], prices }, 'profit');
  expect(band.plan).toMatch(/Index (Only )?Scan Backward using source_shipping_band /);
  const words = await planOf(country, { words: 'wood:*', bands: [1], prices }, 'profit');
  expect(words.rows.length).toBeGreaterThan(0);
  expect(words.plan).toMatch(/source_shipping_band/);
  for (const { plan } of [category, band, words]) expect(plan).not.toContain('Seq Scan on source_shipping');
});

it.each(['US', 'DE', 'CL'])('finds words in the index of the price band alone, in its order: %s', async (country) => {
  const ask = { words: 'wood:*', bands: [1], prices: [{ min: 1000, max: 3000 }] };
  const { plan, rows, statements } = await planOf(country, ask, 'profit');
  expect(rows).toHaveLength(26);
  expect(statements).toBe(1);
  expect(plan).toMatch(/Index Only Scan Backward using source_shipping_band /);
  expect(plan).toContain('walked_words');
  expect(plan).not.toContain('Seq Scan on source_');
});

/** Every key that has the words, in the order in which they are to come: by profit, then the unknown, each by its key. */
const expected = (country: string, words: string, band: number | null, descending: boolean): Promise<string[]> =>
  db.read({ accountId: NOBODY, workplaceId: NOBODY }, async (ex) => {
    const direction = descending ? 'desc' : 'asc';
    const { rows } = await ex.raw(
      `select p.source_key from source_product p left join source_shipping f on f.source_key = p.source_key
          and p.ship_countries @> array[$1]::text[] and f.zone_id = (select zone_id from source_zone where countries @> array[$1]::text[])
        where p.search @@ to_tsquery('english', $2) and ($3::int is null or p.price_band = $3::int)
        order by f.profit ${direction} nulls last, p.source_key ${direction}`,
      [country, words, band],
    );
    return rows.map((row) => String(row.source_key));
  });

it.each([
  ['US', "'wood':*", 1],
  ['CL', "'wood':*", null],
  ['CL', "'lamp':*", null],
  ['DE', "'kids':*", 1],
  ['DE', "'wood' & 'lamp':*", null],
  ['CL', "'mug':*", 0],
  ['US', "'unheardof':*", 1],
] as const)('has every product with the words once, page by page: %s %s %s', async (country, words, band) => {
  for (const descending of [true, false]) {
    const keys = await expected(country, words, band, descending);
    const ask = {
      words,
      size: 100,
      ...(band === null ? {} : { bands: [band], prices: [band === 1 ? { min: 1000, max: 3000 } : { max: 1000 }] }),
    };
    const paged: string[] = [];
    let cursor: object | undefined;
    do {
      const { rows } = await planOf(country, { ...ask, cursor }, 'profit', descending);
      paged.push(...rows.map((row) => row.source_key));
      const last = rows.length === ask.size ? rows.at(-1) : undefined;
      cursor = last && { after: [last.sorted_by, last.source_key] };
    } while (cursor);
    expect(paged).toEqual(keys);
    const skip = Math.max(0, keys.length - 30);
    const jumped = await planOf(country, { ...ask, cursor: { skip } }, 'profit', descending);
    expect(jumped.rows.map((row) => row.source_key)).toEqual(keys.slice(skip, skip + ask.size));
  }
});
