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
import { duplicateProduct } from './actions/duplicate-product.ts';
import { createImport } from './actions/import-products.ts';
import { keepValues } from './actions/keep-values.ts';
import { requestReading } from './actions/read-listings.ts';
import { saveStoreOverride } from './actions/save-override.ts';
import { startPush } from './actions/start-push.ts';
import { updateProducts } from './actions/update-products.ts';
import { findOverrides } from './override-repo.ts';
import { previewChanges } from './queries/change-preview.ts';
import { listingFacts } from './queries/list-products.ts';
import { previewPush } from './queries/push-preview.ts';
import { register } from './register.ts';
import { findProduct } from './repo.ts';

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

const override = (revision: number, values: Parameters<typeof saveStoreOverride>[2]['values'], at = scope) =>
  saveStoreOverride(deps, at, { productId, storeId, revision, values });
const ownValues = async () => {
  const [one] = await db.read(scope, (ex) => findOverrides(ex, scope.workplaceId, [productId]));
  return one;
};
const isCurrent = async () => {
  const [one] = await db.read(scope, (ex) => listingFacts(ex, scope.workplaceId, [productId]));
  return one?.pushed_revision === one?.revision && one?.pushed_override === one?.override_revision;
};

it("a push writes the store's own value, also when the common one changes later", async () => {
  expect(await isCurrent()).toBe(true);
  await override(0, { title: 'Tasse', description_html: '<p>Gut</p><script>x</script>' });
  expect(await isCurrent()).toBe(false);
  await push();
  expect(held().product).toMatchObject({ title: 'Tasse', descriptionHtml: '<p>Gut</p>\n' });
  expect(await isCurrent()).toBe(true);
  await rename('Our new title');
  await push();
  expect(held().product.title).toBe('Tasse');
  await override(1, { title: null });
  expect(await isCurrent()).toBe(false);
  await push();
  expect(held().product.title).toBe('Our new title');
  expect(await row()).toMatchObject({ own_fields: 0, conflicts: 0 });
});

it("compares the store with the store's own value: what the merchant changed there stays", async () => {
  await override(0, { title: 'Tasse' });
  await push();
  await edit((fields) => {
    fields.product.title = 'Their title';
  });
  await rename('Our new title');
  await push();
  expect(held().product.title).toBe('Their title');
  expect(await row()).toMatchObject({ own_fields: 1, conflicts: 0 });
  await override(1, { title: 'Becher' });
  await push();
  expect(await row()).toMatchObject({ own_fields: 1, conflicts: 1 });
});

const readStore = async () => {
  await requestReading(deps, scope, [(await row()).listing_id]);
  await drain();
};

it("keeps the store's values as its own, in step without a push, until they are reset", async () => {
  const common = held().product.title;
  await edit((fields) => {
    Object.assign(fields.product, { title: 'Tasse', descriptionHtml: '<p>Gut</p><script>x</script>', status: 'draft' });
  });
  await readStore();
  const { listing_id: listingId } = await row();
  await chooseFields(deps, scope, [{ listingId, paths: ['title'], choice: 'theirs' }]);
  expect(await row()).toMatchObject({ own_fields: 3, choices: { title: 'theirs' } });
  const kept = await keepValues(deps, scope, listingId, ['title', 'description_html', 'status']);
  expect(kept).toEqual({ revision: 1, fields: 3 });
  expect(await ownValues()).toMatchObject({ title: 'Tasse', description_html: '<p>Gut</p>', status: 'draft' });
  expect(await row()).toMatchObject({ own_fields: 0, conflicts: 0, choices: {} });
  expect(await isCurrent()).toBe(true);
  // A second time changes nothing.
  expect(await keepValues(deps, scope, listingId, ['title'])).toEqual({ revision: 1, fields: 1 });
  await rename('Our new title');
  await push();
  expect(held().product).toMatchObject({
    title: 'Tasse',
    descriptionHtml: '<p>Gut</p><script>x</script>',
    status: 'draft',
  });
  // An edit starts from it.
  await override(1, { title: 'Becher' });
  await push();
  expect(held().product.title).toBe('Becher');
  await override(2, { title: null });
  await push();
  expect(held().product.title).toBe('Our new title');
  expect(common).not.toBe('Our new title');
  expect(await row()).toMatchObject({ own_fields: 0, conflicts: 0 });
});

it('settles a conflict by keeping the value of the store as its own', async () => {
  await edit((fields) => {
    fields.product.title = 'Tasse';
  });
  await rename('Our new title');
  await push();
  expect(await row()).toMatchObject({ conflicts: 1 });
  const { listing_id: listingId } = await row();
  await Promise.all([keepValues(deps, scope, listingId, ['title']), keepValues(deps, scope, listingId, ['title'])]);
  expect(await ownValues()).toMatchObject({ title: 'Tasse', revision: 1 });
  expect(await row()).toMatchObject({ own_fields: 0, conflicts: 0 });
  await push();
  expect(held().product.title).toBe('Tasse');
});

it('refuses to keep what the store does not hold or a product cannot have, and another member', async () => {
  const { listing_id: listingId } = await row();
  const refuse = (fields: Parameters<typeof keepValues>[3], code: string, at = scope) =>
    expect(keepValues(deps, at, listingId, fields)).rejects.toMatchObject({ code });
  await edit((fields) => {
    fields.product.status = 'private';
  });
  await readStore();
  await refuse(['status'], 'FIELD_NOT_KEEPABLE');
  await refuse(['title', 'seo_title'], 'FIELD_NOT_IN_LISTING');
  await refuse(['title'], 'LISTING_NOT_FOUND', await person());
  await refuse(['title'], 'LISTING_NOT_FOUND', { ...scope, storeIds: [productId] } as never);
  expect(await ownValues()).toBeUndefined();
  await startPush(deps, quota, scope, {
    productIds: [productId],
    storeIds: [storeId],
    settings: undefined,
    split: SPLIT_DEFAULTS,
    rates: {},
  });
  await refuse(['title'], 'PRODUCT_IS_PROCESSING');
});

it('a status of its own is the status of its listing, whatever a push says', async () => {
  await override(0, { status: 'draft' });
  const settings = {
    woocommerce: { is_publish: true, allow_sell_out_of_stock: true, sync_order: true },
  };
  await startPush(deps, quota, scope, {
    productIds: [productId],
    storeIds: [storeId],
    settings,
    split: SPLIT_DEFAULTS,
    rates: {},
  });
  await drain();
  expect(held().product.status).toBe('draft');
});

it('refuses the second of two editors, who can save onto the newer revision', async () => {
  await override(0, { title: 'Tasse' });
  await expect(override(0, { vendor: 'Haus' })).rejects.toMatchObject({ messageKey: 'PRODUCT_CHANGED_MEANWHILE' });
  expect(await ownValues()).toMatchObject({ title: 'Tasse', vendor: null, revision: 1 });
  await override(1, { vendor: 'Haus' });
  expect(await ownValues()).toMatchObject({ title: 'Tasse', vendor: 'Haus', revision: 2 });
});

it('is closed to another workspace and to members without the store', async () => {
  const stranger = await person();
  await expect(override(0, { title: 'Theirs' }, stranger)).rejects.toMatchObject({ messageKey: 'PRODUCT_NOT_FOUND' });
  const limited = { ...scope, storeIds: [] };
  await expect(override(0, { title: 'Theirs' }, limited)).rejects.toMatchObject({ messageKey: 'STORE_NOT_FOUND' });
  await override(0, { title: 'Tasse' });
  expect(await db.read(limited, (ex) => findOverrides(ex, scope.workplaceId, [productId]))).toEqual([]);
  expect(await ownValues()).toMatchObject({ title: 'Tasse' });
});

it('says in previews which own values stay', async () => {
  await override(0, { vendor: 'Haus' });
  const bulk = (changes: Parameters<typeof previewChanges>[3]) =>
    db.read(scope, (ex) => previewChanges(ex, scope.workplaceId, [productId], changes));
  expect(await bulk({ vendor: 'Acme' })).toMatchObject({ own_values: 1 });
  expect(await bulk({ product_type: 'Kitchen' })).toMatchObject({ own_values: 0 });
  const ask = { productIds: [productId], storeIds: [storeId], settings: undefined, rates: {} };
  const [preview] = await db.read(scope, (ex) => previewPush(ex, deps, scope.workplaceId, ask));
  expect(preview).toMatchObject({ own_values: 1, unchanged: 0 });
});

it('gives a copy the own values except the title', async () => {
  await override(0, { title: 'Tasse', vendor: 'Haus', status: 'draft' });
  const { productIds } = await duplicateProduct(deps, ports, scope, { productId, key: 'k1', locale: 'en' });
  const copied = await db.read(scope, (ex) => findOverrides(ex, scope.workplaceId, productIds));
  expect(copied).toMatchObject([{ title: null, vendor: 'Haus', status: 'draft', revision: 1 }]);
});
