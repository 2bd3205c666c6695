import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '@quayside/server/src/db/index.ts';
import { figure, machineLoad, type Row } from '../rows.ts';
import { connect, demoOwner, goods, newOwner, type Owner, type Scene, until } from './scene.ts';

const SHARE = 0.95;
/** How long the use of a store's limit is counted, once what it had saved up is used up. */
const SECONDS = 20;
/** Enough that neither store runs out of work while it is watched: a product costs about 45 points. */
const FOR_LARGE = 520;
const FOR_SMALL = 180;

interface Points {
  shop: string;
  spent: number;
  /** Points a second that the shop's plan allows, as Shopify publishes them. */
  rate: number;
  left: number;
}

/** Imports these and asks for them to be pushed to one store. */
async function begin(owner: Owner, storeId: string, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += 50)
    await owner.call('POST /center/products/source/push', {
      body: {
        store_id: storeId,
        products: ids.slice(from, from + 50).map((id) => ({
          supplier_product_id: id,
          source: 'quayside' as const,
          ship_to: 'US',
        })),
        rates: { EUR: 0.92 },
      },
    });
}

/**
 * How much of what Shopify's published limit allows is used while products wait for stores: of one store alone, and of two
 * at once. What a store had saved up while nobody asked is used up first and not counted.
 */
export async function pushes(scene: Scene): Promise<Row[]> {
  const points = async (): Promise<Points[]> => (await scene.sandbox.book<{ apps: Points[] }>('shopify-points')).apps;
  const of = async (shop: string): Promise<Points> =>
    until(`the points of ${shop}`, async () => (await points()).find((one) => one.shop === shop) ?? false);
  const drained = (shop: string): Promise<unknown> =>
    until(
      `${shop} to have used up its points`,
      async () => {
        const { left, rate } = await of(shop);
        return left < rate * 2;
      },
      { forMs: 120_000 },
    );
  const use = async (shops: readonly string[]): Promise<number[]> => {
    const before = await Promise.all(shops.map(of));
    const began = performance.now();
    await sleep(SECONDS * 1000);
    const after = await Promise.all(shops.map(of));
    const seconds = (performance.now() - began) / 1000;
    return before.map((one, at) => {
      const { spent = 0, left = 0 } = after[at] ?? {};
      // What was left at the beginning and is used by the end is not of these seconds; what is saved up meanwhile is lost.
      return (spent - one.spent - Math.max(0, one.left - left)) / (one.rate * seconds);
    });
  };
  /** Points that are spent on pushes that fail are no measure: something was listed, and nothing failed. */
  const isListed = async ({ accountId, workplaceId }: Owner, storeId: string): Promise<boolean> => {
    const row = await scene.db.tenant({ accountId, workplaceId }, (tx) =>
      tx.first<{ listed: boolean; failed: boolean }>(sql`select bool_or(state = 'listed') as listed,
        bool_or(state = 'failed') as failed from listing where workplace_id = ${workplaceId} and store_id = ${storeId}`),
    );
    return row?.listed === true && !row.failed;
  };
  const ids = await goods(scene, [1, 4], FOR_LARGE);
  if (ids.length < FOR_LARGE) throw new Error(`only ${ids.length} products to push`);
  const owner = await newOwner(scene);
  const demo = await demoOwner(scene);
  const large = await connect(scene, owner, 'shopify');
  const { items } = await demo.call('GET /stores/list-store');
  const small = items.find((store) => store.platform === 'shopify')?.id ?? '';
  await begin(owner, large, ids);
  await drained('quay-co');
  const [alone = 0] = await use(['quay-co']);
  await begin(demo, small, ids.slice(0, FOR_SMALL));
  await drained('north-pier');
  const [largeShare = 0, smallShare = 0] = await use(['quay-co', 'north-pier']);
  const [isLargeListed, isSmallListed] = [await isListed(owner, large), await isListed(demo, small)];
  const percent = (share: number): string => `${(share * 100).toFixed(0)}%`;
  const bar = `${SHARE * 100}% of the published limit`;
  return [
    figure('Push: points a second that the two plans allow', '200 and 100'),
    {
      what: 'Push, one store alone',
      value: `${percent(alone)} (${machineLoad()})`,
      bar,
      met: alone >= SHARE && isLargeListed,
    },
    {
      what: 'Push, two stores at once',
      value: `${percent(largeShare)} and ${percent(smallShare)} (${machineLoad()})`,
      bar: `${bar}, each`,
      met: Math.min(largeShare, smallShare) >= SHARE && isLargeListed && isSmallListed,
    },
  ];
}
