import { testDatabase } from '@quayside/testing/db/index.ts';
import { beforeAll, expect, it } from 'vitest';
import type { Executor } from '../../db/index.ts';
import { fillSources } from '../../ops/fill-sources.ts';
import { findSources } from './queries/find-sources.ts';
import { zonesOf } from './zone-repo.ts';

const db = await testDatabase();
const NOBODY = '00000000-0000-7000-8000-000000000000';
const MANY = 6_000;

beforeAll(async () => {
  await fillSources(db, MANY);
  await db.owner(async (tx) => {
    await tx.raw('analyze source_product');
    await tx.raw('analyze source_shipping');
  });
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
    const zones = await zonesOf(ex, 'sandbox', shipTo);
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
