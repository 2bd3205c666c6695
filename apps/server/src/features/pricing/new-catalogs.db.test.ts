import { beforeAll, expect, it } from 'vitest';
import { type Executor, join, raw, type Sql, sql, type WorkplaceScope } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld } from '../../testing/fakes/fake-deps.ts';
import { readPricedVariants } from '../products/index.ts';

const PRODUCTS = 2_000;
const VARIANTS = 3;
const db = await testDatabase();
const { person } = await fakeWorld(db, {});

/** Products as an import of thousands writes them. */
const fill = ({ accountId, workplaceId }: WorkplaceScope, products: number) =>
  db.tenant({ accountId, workplaceId }, async (tx) => {
    await tx.run(sql`insert into product (workplace_id, product_id, source, mode, source_product_id, title, cost_from, cost_to,
        price_from, price_to, total_variants, original)
      select ${workplaceId}, gen_random_uuid(), 'quayside', 'sandbox', 'lamp-' || n, 'Lamp', 500, 700, 2000, 2000, ${VARIANTS}::int, '{}'
      from generate_series(1, ${products}::int) n returning 1`);
    await tx.run(sql`insert into product_variant (workplace_id, product_id, variant_id, source_variant_id, source_sku, sku, cost, price,
        position)
      select ${workplaceId}, p.product_id, gen_random_uuid(), 'v' || v, 'v' || v, p.source_product_id || v, 500, 2000, v
      from product p cross join generate_series(1, ${VARIANTS}::int) v where p.workplace_id = ${workplaceId} returning 1`);
  });

let scope: WorkplaceScope;
beforeAll(async () => {
  // What the database knows of its tables is about another workspace: a statement that is planned by it expects no rows of this one.
  await fill(await person(), 40);
  await db.owner((tx) => tx.run(raw('analyze product, product_variant')));
  scope = await person();
  await fill(scope, PRODUCTS);
});

interface Node {
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}

/** The rows that a statement looked at, returned or not. */
const looks = (node: Node): number =>
  (node['Actual Loops'] ?? 1) *
    ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)) +
  (node.Plans ?? []).reduce((sum, one) => sum + looks(one), 0);

/** Runs statements as their plans. */
const explaining = (ex: Executor, plans: Node[]): Executor => ({
  ...ex,
  async rows<T>(query: Sql): Promise<T[]> {
    const [row] = await ex.rows<Record<string, { Plan: Node }[]>>(
      join([raw('explain (analyze, format json)'), query], ' '),
    );
    plans.push(...(row?.['QUERY PLAN'] ?? []).map(({ Plan }) => Plan));
    return [];
  },
});

it('reads each variant of a catalogue once that was filled since the tables were analyzed', async () => {
  const plans: Node[] = [];
  await db.read(scope, (ex) => readPricedVariants(explaining(ex, plans), scope.workplaceId, undefined));
  expect(plans).toHaveLength(1);
  expect(plans.reduce((sum, plan) => sum + looks(plan), 0)).toBeLessThan(PRODUCTS * VARIANTS * 5);
});
