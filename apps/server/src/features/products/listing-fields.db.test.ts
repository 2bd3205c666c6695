import { SPLIT_DEFAULTS } from '@quayside/contracts';
import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { fakeProduct, fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import { beforeEach, expect, it } from 'vitest';
import { sql, type WorkplaceScope } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld, SANDBOX_URL } from '../../testing/fakes/fake-deps.ts';
import { linkStore } from '../connections/index.ts';
import { createQuota } from '../plans/index.ts';
import { workspaceUsage } from '../reports/index.ts';
import { syncCatalogue } from '../sourcing/index.ts';
import { chooseFields } from './actions/choose-fields.ts';
import { createImport } from './actions/import-products.ts';
import { pushAgain } from './actions/push-again.ts';
import { requestReading } from './actions/read-listings.ts';
import { startPush } from './actions/start-push.ts';
import { updateProducts } from './actions/update-products.ts';
import { saveChoices, saveFieldOwners } from './field-repo.ts';
import { compareListingsJob } from './jobs/products.ts';
import { findDifferences } from './queries/field-differences.ts';
import { previewPush } from './queries/push-preview.ts';
import { register } from './register.ts';
import { findProduct, findVariants } from './repo.ts';

const db = await testDatabase();
const own = fakeSupplier('quayside', true);
const woo = fakeChannel('woocommerce', { reads: true });
const { deps, jobs, person } = await fakeWorld(db, { suppliers: [own], channels: [woo] });
const quota = createQuota(deps, { workspaceUsage });
const ports = {
  quota,
  onListed: async () => undefined,
  unmappedProducts: async () => [],
  onImported: async () => undefined,
  onDeleted: async () => undefined,
  watchMarks: async () => new Map(),
  seenVariants: async () => new Map(),
  isWatched: () => sql`true`,
};
const { jobs: handlers } = register(deps, ports);
const idle = ['set-up-store', 'refresh-source', 'draw-pictures'].map((name) => ({
  kind: { name, payload: { parse: (payload: unknown) => payload } },
  handle: async () => undefined,
}));
const drain = () => jobs.drain([...handlers.filter((one) => one.kind.name !== 'draw-pictures'), ...(idle as never[])]);

own.products = Array.from({ length: 3 }, (_none, at) => fakeProduct(at));
await syncCatalogue(deps, 'quayside', 'sandbox');

let scope: WorkplaceScope;
let storeId: string;
let productId: string;
let shops = 0;

interface Row {
  listing_id: string;
  external_product_id: string;
  state: string;
  own_fields: number;
  conflicts: number;
  store_status: string | null;
  choices: object;
}
const row = async (): Promise<Row> => {
  const [one] = await db.read(scope, (ex) =>
    ex.rows<Row>(sql`select listing_id, external_product_id, state, own_fields, conflicts, store_status, choices from listing
      where workplace_id = ${scope.workplaceId}`),
  );
  if (!one) throw new Error('a listing');
  return one;
};
const push = async () => {
  await startPush(deps, quota, scope, {
    productIds: [productId],
    storeIds: [storeId],
    settings: undefined,
    split: SPLIT_DEFAULTS,
    rates: {},
  });
  await drain();
};
const rename = async (title: string) => {
  const product = await db.read(scope, (ex) => findProduct(ex, scope.workplaceId, productId));
  await updateProducts(deps, scope, [{ product_id: productId, revision: product?.revision ?? 0, title }]);
};
const held = () => {
  const [one] = [...woo.listings.values()];
  if (!one) throw new Error('a product in the store');
  return one.fields;
};
const edit = async (change: Parameters<typeof woo.edit>[1]) => woo.edit((await row()).external_product_id, change);

beforeEach(async () => {
  await drain();
  scope = await person();
  woo.listings.clear();
  woo.calls.length = 0;
  shops += 1;
  woo.facts = { ...woo.facts, platformDomain: `f${shops}.example.com` };
  storeId = await linkStore(deps, scope, {
    platform: 'woocommerce',
    shop: `${SANDBOX_URL}/f${shops}.example.com`,
    credentials: { key: 'good' },
  });
  const ask = { source: 'quayside' as const, mode: 'sandbox' as const, sourceProductId: 'p1', shipTo: 'US' };
  const { imported } = await createImport(deps, ports)(scope, [ask]);
  productId = imported.get('quayside:sandbox:p1')?.productId ?? '';
  await push();
});

it("a second push writes our change and leaves the merchant's", async () => {
  await edit((fields) => {
    fields.product.descriptionHtml = 'Their words';
    for (const variant of Object.values(fields.variants)) variant.price = 7_770;
  });
  await rename('Our new title');
  await push();
  expect(held().product).toMatchObject({ title: 'Our new title', descriptionHtml: 'Their words' });
  expect(Object.values(held().variants).map(({ price }) => price)).toEqual(
    Object.values(held().variants).map(() => 7_770),
  );
  const variants = Object.keys(held().variants).length;
  expect(await row()).toMatchObject({ state: 'listed', own_fields: 1 + variants, conflicts: 0 });
});

it('an alt text is sent once, and again only after it changed here', async () => {
  const write = async (alt: string) => {
    const product = await db.read(scope, (ex) => findProduct(ex, scope.workplaceId, productId));
    const images = product?.images.map((image, at) => (at === 0 ? { ...image, alt } : image)) ?? [];
    await updateProducts(deps, scope, [{ product_id: productId, revision: product?.revision ?? 0, images }]);
    await push();
  };
  const sent = () => [...woo.listings.values()][0]?.input.images[0];
  await write('Front');
  expect(sent()).toMatchObject({ alt: 'Front' });
  expect(sent()).not.toHaveProperty('keepsAlt');
  await rename('Another title');
  await push();
  expect(sent()).toMatchObject({ alt: 'Front', keepsAlt: true });
  await write('Front, from above');
  expect(sent()).toMatchObject({ alt: 'Front, from above' });
  expect(sent()).not.toHaveProperty('keepsAlt');
});

it('SEO texts go to a channel that has them, and those of the merchant stay', async () => {
  const write = async (edit: object) => {
    const product = await db.read(scope, (ex) => findProduct(ex, scope.workplaceId, productId));
    await updateProducts(deps, scope, [{ product_id: productId, revision: product?.revision ?? 0, ...edit }]);
    await push();
  };
  await write({ seo_title: 'Page', origin_country: 'VN' });
  expect(held().product).not.toHaveProperty('seoTitle');
  woo.capabilities.seo = true;
  try {
    await write({ seo_title: 'Page of ours' });
    expect(held().product).toMatchObject({ seoTitle: 'Page of ours', seoDescription: '' });
    await edit((fields) => {
      fields.product.seoDescription = 'Their description';
    });
    await write({ seo_title: '' });
    expect(held().product).toMatchObject({ seoTitle: '', seoDescription: 'Their description' });
    expect(await row()).toMatchObject({ own_fields: 1, conflicts: 0 });
  } finally {
    delete woo.capabilities.seo;
  }
});

it('weights are written, cleared, and stay where the merchant has their own', async () => {
  const weigh = async (weight_grams: number | null) => {
    const product = await db.read(scope, (ex) => findProduct(ex, scope.workplaceId, productId));
    const variants = await db.read(scope, (ex) => findVariants(ex, scope.workplaceId, [productId]));
    await updateProducts(deps, scope, [
      {
        product_id: productId,
        revision: product?.revision ?? 0,
        variants: variants.map(({ variant_id }) => ({ variant_id, weight_grams })),
      },
    ]);
    await push();
  };
  const weights = () => Object.values(held().variants).map(({ weightGrams }) => weightGrams);
  await weigh(725);
  expect(weights()).toEqual(weights().map(() => 725));
  await edit((fields) => {
    const [first] = Object.values(fields.variants);
    if (first) first.weightGrams = 9_000;
  });
  await push();
  expect(weights()[0]).toBe(9_000);
  await weigh(null);
  expect(weights()).toEqual(weights().map((_one, at) => (at === 0 ? 9_000 : null)));
  expect(await row()).toMatchObject({ conflicts: 1 });
  const variants = await db.read(scope, (ex) => findVariants(ex, scope.workplaceId, [productId]));
  expect(variants.every((one) => one.source_weight_grams === 500 && one.weight_grams === null)).toBe(true);
});

it('a field that both changed keeps the words of the store and is counted until somebody chooses', async () => {
  await edit((fields) => {
    fields.product.title = 'Theirs';
  });
  await rename('Ours');
  await push();
  expect(held().product.title).toBe('Theirs');
  expect(await row()).toMatchObject({ own_fields: 1, conflicts: 1 });
  await push();
  expect(held().product.title).toBe('Theirs');
  const { listing_id: id } = await row();
  await db.tenant(scope, (tx) => saveChoices(tx, scope.workplaceId, id, { title: 'ours' }));
  await push();
  expect(held().product.title).toBe('Ours');
  expect(await row()).toMatchObject({ own_fields: 0, conflicts: 0, choices: {} });
  // The choice was for once: what the merchant writes after that is theirs again.
  await edit((fields) => {
    fields.product.title = 'Theirs again';
  });
  await push();
  expect(held().product.title).toBe('Theirs again');
});

it('a choice for theirs lasts, whatever is edited here', async () => {
  await edit((fields) => {
    fields.product.title = 'Theirs';
  });
  const { listing_id: id } = await row();
  await db.tenant(scope, (tx) => saveChoices(tx, scope.workplaceId, id, { title: 'theirs' }));
  await rename('Ours');
  await push();
  await rename('Ours again');
  await push();
  expect(held().product.title).toBe('Theirs');
  expect(await row()).toMatchObject({ own_fields: 1, conflicts: 0, choices: { title: 'theirs' } });
});

it('where ours always wins in a store, the field is written whatever the merchant did', async () => {
  await db.tenant(scope, (tx) => saveFieldOwners(tx, scope.workplaceId, storeId, ['title']));
  await edit((fields) => {
    fields.product.title = 'Theirs';
    fields.product.descriptionHtml = 'Theirs too';
  });
  await push();
  expect(held().product.title).not.toBe('Theirs');
  expect(held().product.descriptionHtml).toBe('Theirs too');
});

it('a push does not publish again what the merchant took out of sale, and an edit while it runs is not lost', async () => {
  await edit((fields) => {
    fields.product.status = 'draft';
  });
  const update = woo.updateListing.bind(woo);
  woo.updateListing = async (ctx, id, input, choose) => {
    // The merchant saves right before we read.
    woo.edit(id, (fields) => {
      fields.product.title = 'Saved in between';
    });
    return update(ctx, id, input, choose);
  };
  try {
    await push();
  } finally {
    woo.updateListing = update;
  }
  expect(held().product).toMatchObject({ status: 'draft', title: 'Saved in between' });
  expect(await row()).toMatchObject({ own_fields: 2, store_status: 'draft' });
});

it('a product pushed before fields were recorded keeps what differs in the store', async () => {
  await db.tenant(scope, async (tx) => {
    await tx.run(sql`update listing set fields = null where workplace_id = ${scope.workplaceId}`);
    await tx.run(sql`update listing_variant set fields = null where workplace_id = ${scope.workplaceId}`);
  });
  await edit((fields) => {
    fields.product.title = 'Theirs';
  });
  await push();
  expect(held().product.title).toBe('Theirs');
  expect(await row()).toMatchObject({ own_fields: 1, conflicts: 1 });
});

it('a comparison with the store notes what it holds, in one call, and what it deleted', async () => {
  await edit((fields) => {
    fields.product.title = 'Theirs';
    fields.product.status = 'archived';
  });
  woo.calls.length = 0;
  const { accountId, workplaceId } = scope;
  const compare = async () => {
    await db.tenant(scope, (tx) => deps.queue.send(tx, compareListingsJob, { accountId, workplaceId, storeId }));
    await drain();
  };
  await compare();
  expect(woo.calls).toEqual(['readListings']);
  expect(await row()).toMatchObject({ state: 'listed', own_fields: 2, conflicts: 0, store_status: 'archived' });
  // What is read is no permission to overwrite it.
  await push();
  expect(held().product).toMatchObject({ title: 'Theirs', status: 'archived' });
  woo.listings.clear();
  await compare();
  expect(await row()).toMatchObject({ state: 'failed', own_fields: 0, store_status: null });
  await push();
  expect(await row()).toMatchObject({ state: 'listed', own_fields: 0, store_status: 'active' });
  expect(held().product.title).not.toBe('Theirs');
});

it('listings are read when somebody asks, and only those of the own workspace', async () => {
  const { listing_id: id } = await row();
  await edit((fields) => {
    const [first] = Object.values(fields.variants);
    if (first) first.price = 1;
  });
  const other = await person();
  await expect(requestReading(deps, other, [id])).rejects.toMatchObject({ code: 'LISTING_NOT_FOUND' });
  expect(await requestReading(deps, scope, [id])).toBe(1);
  await drain();
  expect(await row()).toMatchObject({ own_fields: 1, conflicts: 0 });
  const [first] = await db.read(scope, (ex) => findVariants(ex, scope.workplaceId, [productId]));
  expect(first?.price).not.toBe(1);
});

const preview = async () => {
  const [one] = await db.read(scope, (ex) =>
    previewPush(ex, deps, scope.workplaceId, {
      productIds: [productId],
      storeIds: [storeId],
      settings: undefined,
      rates: {},
    }),
  );
  return one;
};

it('a preview says what a push would write, keep and create again', async () => {
  expect(await preview()).toMatchObject({ creates: 0, updates: 0, unchanged: 1, writes: [], kept: 0 });
  await rename('Ours');
  await edit((fields) => {
    fields.product.descriptionHtml = 'Theirs';
  });
  await requestReading(deps, scope, [(await row()).listing_id]);
  await drain();
  expect(await preview()).toMatchObject({
    updates: 1,
    unchanged: 0,
    writes: [{ field: 'title', count: 1 }],
    kept: 1,
    conflicts: 0,
    examples: [{ field: 'title', after: 'Ours' }],
  });
  await push();
  expect(held().product).toMatchObject({ title: 'Ours', descriptionHtml: 'Theirs' });
  woo.listings.clear();
  await requestReading(deps, scope, [(await row()).listing_id]);
  await drain();
  expect(await preview()).toMatchObject({ creates: 0, creates_again: 1, updates: 0, unchanged: 0 });
});

it('products are pushed again with the settings of their last push', async () => {
  await startPush(deps, quota, scope, {
    productIds: [productId],
    storeIds: [storeId],
    settings: { woocommerce: { is_publish: false, allow_sell_out_of_stock: false, sync_order: true } },
    split: SPLIT_DEFAULTS,
    rates: {},
  });
  expect((await pushAgain(deps, scope, [productId])).failed.get(productId)?.key).toBe('PUSH_ALREADY_RUNNING');
  await drain();
  await rename('Pushed again');
  const [first, ...others] = await db.read(scope, (ex) => findVariants(ex, scope.workplaceId, [productId]));
  const product = await db.read(scope, (ex) => findProduct(ex, scope.workplaceId, productId));
  await updateProducts(deps, scope, [
    {
      product_id: productId,
      revision: product?.revision ?? 0,
      variants: [{ variant_id: first?.variant_id ?? '', enabled: false }],
    },
  ]);
  const { items, failed } = await pushAgain(deps, scope, [productId]);
  expect(failed.size).toBe(0);
  expect(items).toMatchObject([{ product_id: productId, store_id: storeId }]);
  await drain();
  expect(held().product).toMatchObject({ title: 'Pushed again', status: 'draft' });
  expect(Object.keys(held().variants).sort()).toEqual(others.map((one) => one.variant_id).sort());
  expect(Object.values(held().variants).every((one) => one.sellsOutOfStock === false)).toBe(true);
});

it('pushing again names what is in no store, and nothing of another workspace', async () => {
  const other = await person();
  expect((await pushAgain(deps, other, [productId])).failed.get(productId)?.key).toBe('PRODUCT_NOT_FOUND');
  await expect(pushAgain(deps, other, [productId], [storeId])).rejects.toMatchObject({ code: 'STORE_NOT_FOUND' });
  const { imported } = await createImport(deps, ports)(scope, [
    { source: 'quayside', mode: 'sandbox', sourceProductId: 'p2', shipTo: 'US' },
  ]);
  const id = imported.get('quayside:sandbox:p2')?.productId ?? '';
  expect((await pushAgain(deps, scope, [id])).failed.get(id)?.key).toBe('PRODUCT_IN_NO_STORE');
});

it('a choice names a field that the listing has, and is refused to another workspace', async () => {
  const { listing_id: listingId } = await row();
  await expect(chooseFields(deps, scope, [{ listingId, paths: ['vendors'], choice: 'ours' }])).rejects.toMatchObject({
    code: 'FIELD_NOT_IN_LISTING',
  });
  await expect(chooseFields(deps, await person(), [{ listingId, choice: 'ours' }])).rejects.toMatchObject({
    code: 'LISTING_NOT_FOUND',
  });
  await edit((fields) => {
    fields.product.title = 'Theirs';
    fields.product.descriptionHtml = 'Theirs';
  });
  await requestReading(deps, scope, [listingId]);
  await drain();
  expect(await chooseFields(deps, scope, [{ listingId, choice: 'ours' }])).toEqual({ listings: 1, fields: 2 });
  expect(await row()).toMatchObject({ own_fields: 0, conflicts: 0 });
  await push();
  expect(held().product.title).not.toBe('Theirs');
});

it('a store with its own price rule is compared with its own prices', async () => {
  const variants = await db.read(scope, (ex) => findVariants(ex, scope.workplaceId, [productId]));
  await db.tenant(scope, (tx) =>
    tx.run(sql`insert into store_price (workplace_id, store_id, product_id, variant_id, price, currency)
      select ${scope.workplaceId}, ${storeId}, ${productId}, id, 4321, 'USD'
      from unnest(${variants.map((one) => one.variant_id)}::uuid[]) as id on conflict do nothing`),
  );
  await push();
  expect(Object.values(held().variants).every((one) => one.price === 4_321)).toBe(true);
  const { listing_id: id } = await row();
  const found = await db.read(scope, (ex) => findDifferences(ex, deps, scope.workplaceId, id));
  expect(found?.counts).toEqual({ write: 0, theirs: 0, conflict: 0 });
  expect(await preview()).toMatchObject({ unchanged: 1, updates: 0, writes: [] });
});
