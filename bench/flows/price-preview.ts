import { defaultPriceRule, type PriceRule } from '@quayside/contracts';
import { sql } from '@quayside/server/src/db/index.ts';
import { at } from '../load.ts';
import { count, figure, machineLoad, ms, type Row } from '../rows.ts';
import { newOwner, type Owner, type Scene, until } from './scene.ts';

const VARIANTS = 3;
const ROUNDS = 5;
/** Wanted for the preview of all products. */
const PREVIEW_MS = 2_000;

/** Writes products with their variants as imports would have. */
async function fill({ db }: Scene, { workplaceId, ...owner }: Owner, products: number): Promise<void> {
  await db.tenant({ ...owner, workplaceId }, async (tx) => {
    await tx.run(sql`insert into product (workplace_id, product_id, source, mode, source_product_id, title, cost_from, cost_to, price_from,
        price_to, total_variants, original)
      select ${workplaceId}, gen_random_uuid(), 'quayside', 'sandbox', 'bench-' || n, 'Lamp ' || n, 500 + n, 700 + n, 2000, 2000,
        ${VARIANTS}::int, '{}' from generate_series(1, ${products}::int) n returning 1`);
    await tx.run(sql`insert into product_variant (workplace_id, product_id, variant_id, source_variant_id, source_sku, sku, cost, price,
        computed_price, position)
      select ${workplaceId}, p.product_id, gen_random_uuid(), p.source_product_id || '-' || v, p.source_product_id || '-' || v,
        p.source_product_id || '-' || v, p.cost_from + v * 100, 2000, 2000, v
      from product p cross join generate_series(1, ${VARIANTS}::int) v where p.workplace_id = ${workplaceId} returning 1`);
  });
}

/** A preview of a rule over all products of an owner, and applying it. */
export async function pricePreview(scene: Scene, products: number): Promise<Row[]> {
  const owner = await newOwner(scene);
  await fill(scene, owner, products);
  const rule: PriceRule = {
    ...defaultPriceRule('USD'),
    bands: [
      { kind: 'markup', from: 0, multiply: 3_000, add: 100 },
      { kind: 'margin', from: 2_000, margin: 4_500 },
      { kind: 'markup', from: 5_000, multiply: 1_800, add: 0 },
    ],
    fees: { percent: 290, fixed: 30, included: true },
    compare_at_percent: 2_000,
    floor: { profit: 300, margin: 1_500 },
  };
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    const { totals } = await owner.call('POST /center/products/setting/selling_price/preview', { body: { rule } });
    took.push(performance.now() - began);
    if (totals?.variants !== products * VARIANTS) throw new Error(`expected all variants, got ${totals?.variants}`);
  }
  const median = at(
    took.sort((a, b) => a - b),
    0.5,
  );
  const load = machineLoad();
  await owner.call('PUT /center/products/setting/selling_price', { body: { revision: 0, rule } });
  const began = performance.now();
  const batch = await owner.call('POST /center/products/setup-selling-price', { body: { revision: 1 } });
  await until('the prices', async () => {
    const { items } = await owner.call('GET /center/products/price-batches', {});
    return items.some((one) => one.batch_id === batch.batch_id && one.state === 'applied');
  });
  const applied = performance.now() - began;
  return [
    {
      what: `Preview of a price rule over ${count(products)} products with ${VARIANTS} variants`,
      value: `${ms(median)} (${load})`,
      bar: `${PREVIEW_MS / 1000} s`,
      met: median <= PREVIEW_MS,
    },
    figure('Applying it, without pushes', `${ms(applied)} (${machineLoad()})`),
  ];
}
