import type { ImageAction } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import { BLOATS, DECLINES, DRAWS, LIES, SPOILS } from '@quayside/sandbox/openai/images.ts';
import { SECRET_KEY } from '@quayside/sandbox/openai/models.ts';
import { startTestSandbox } from '@quayside/testing/contract/sandbox-control.ts';
import { fakeProduct, fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Config } from '../../config.ts';
import { sql, type WorkplaceScope } from '../../db/index.ts';
import { Later } from '../../jobs/define.ts';
import { galleryKeyOf, getOwnPicture } from '../../pictures/own-picture.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld } from '../../testing/fakes/fake-deps.ts';
import { readPublicPicture } from '../files/index.ts';
import { createQuota, setPlan } from '../plans/index.ts';
import { createImport, findProduct, findVariants, runAfterImport, saveImages } from '../products/index.ts';
import { workspaceUsage } from '../reports/index.ts';
import { syncCatalogue } from '../sourcing/index.ts';
import { acceptImages, discardImages, undoAccepted } from './actions/decide.ts';
import { optimizeAfterImport, optimizeImported } from './actions/optimize-imported.ts';
import { saveSetting, turnRule } from './actions/set-images.ts';
import { previewImages, startImages } from './actions/start-images.ts';
import { imageAnswer } from './answers.ts';
import { createDrawer } from './drawers/index.ts';
import { findHeldOriginals, withProducts } from './queries/shown-images.ts';
import { register } from './register.ts';
import { listImages } from './repo.ts';

const db = await testDatabase();
const sandbox = await startTestSandbox(['openai']);
afterAll(() => sandbox.close());
const supplier = fakeSupplier('quayside', true);
const { deps, jobs, clock, person } = await fakeWorld(db, { suppliers: [supplier] });
const { http } = sandbox.context('', {});
deps.http = http;
const quota = createQuota(deps, { workspaceUsage });
const importProducts = createImport(deps, { quota, onImported: async () => undefined });
supplier.products = Array.from({ length: 3 }, (_none, at) => fakeProduct(at, { title: `Lamp ${at}` }));
await syncCatalogue(deps, 'quayside', 'sandbox');

const FRONT = '/pictures/mug_sage_sand_hero-320.webp';
const BACK = '/pictures/teapot_navy_mist_podium-320.webp';
const { signal } = new AbortController();
const run = { jobId: 'j', attempt: 0, isLastTry: false, signal, lost: signal };

let scope: WorkplaceScope;
const idle = ['set-up-store', 'refresh-source', 'draw-pictures', 'enhance-imported'].map((name) => ({
  kind: { name, payload: { parse: (payload: unknown) => payload } },
  handle: async () => undefined,
}));
const drain = () => jobs.drain([...register(deps, { quota }).jobs, ...(idle as never[])]);
beforeEach(async () => {
  deps.http = http;
  deps.config.aiImages = undefined;
  await sandbox.clearFaults();
  await db.global((tx) => tx.run(sql`delete from test_job`));
  scope = await person();
});

const model = (name: string, change: Partial<NonNullable<Config['aiImages']>> = {}) => {
  const baseUrl = `${sandbox.baseUrl}/openai/v1`;
  deps.config.aiImages = { provider: 'compatible', model: name, apiKey: SECRET_KEY, baseUrl, ...change };
};
const product = async (id: string) => {
  const found = await db.read(scope, (ex) => findProduct(ex, scope.workplaceId, id));
  if (!found) throw new Error('no product');
  return found;
};
const variants = (id: string) => db.read(scope, (ex) => findVariants(ex, scope.workplaceId, [id]));
const setImages = async (id: string, images: { url: string; alt?: string }[]) => {
  const [before, own] = [await product(id), await variants(id)];
  const shown = own.map((one, at) => ({ ...one, image_url: at === 0 ? (images[0]?.url ?? null) : null }));
  await db.tenant(scope, (tx) => saveImages(tx, scope.workplaceId, before, images, shown));
};
/** Imports a product with two images; its first variant shows the first one. */
const bring = async (at = 0) => {
  const { imported } = await importProducts(scope, [
    { source: 'quayside', mode: 'sandbox', sourceProductId: `p${at}`, shipTo: 'US' },
  ]);
  const id = imported.get(`quayside:sandbox:p${at}`)?.productId ?? '';
  await setImages(id, [{ url: FRONT, alt: 'From the front' }, { url: BACK }]);
  return id;
};
const order = (productIds: string[], action: ImageAction, more: object = {}) => ({
  productIds,
  action,
  mostImages: 1,
  background: 'white' as const,
  askedBy: scope.accountId,
  ...more,
});
const start = (productIds: string[], action: ImageAction = 'remove_background', more: object = {}) =>
  startImages(deps, quota, createDrawer(deps), scope, order(productIds, action, more));
const list = async () =>
  (
    await db.read(scope, async (ex) =>
      withProducts(ex, scope.workplaceId, await listImages(ex, scope.workplaceId, { page_size: 50 })),
    )
  ).map((row) => imageAnswer(row, 'en'));
const used = async () =>
  (
    await db.read(scope, (ex) =>
      ex.rows<{ n: number }>(sql`select sum(amount)::int as n from usage_record
        where account_id = ${scope.accountId} and feature = 'AI_IMAGE_GENERATION' having count(*) > 0`),
    )
  ).map(({ n }) => n);
const tasks = () =>
  db.read(scope, (ex) =>
    ex.rows(sql`select status, done, total, error_key, channel from process
      where workplace_id = ${scope.workplaceId} and kind = 'optimize_image' order by process_id`),
  );
const images = async (id: string) => (await product(id)).images;
const only = async () => {
  const [one] = await list();
  if (!one) throw new Error('no result');
  return one;
};
const stored = async (url: string | null) => {
  const own = getOwnPicture((url ?? '').replace('/pictures/', ''));
  const bytes = own && (await readPublicPicture(deps, own));
  if (!bytes) throw new Error('no picture');
  return sharp(bytes).metadata();
};
const asked = async () => (await sandbox.book<{ images: { prompt: string; model: string }[] }>('openai')).images;
/** A result of the painter for the first image. */
const proposed = async () => {
  model(DRAWS);
  const id = await bring();
  await start([id]);
  expect(await drain()).toEqual([]);
  return { id, one: await only() };
};

describe('without an AI provider', () => {
  it('enlarges, which is not AI and uses no credits; other actions say what to set', async () => {
    const id = await bring();
    await expect(start([id])).rejects.toThrow('IMAGE_AI_NOT_SET_UP');
    await start([id], 'enlarge', { credits: 0 });
    expect(await drain()).toEqual([]);
    const one = await only();
    expect(one).toMatchObject({ state: 'proposed', model: null, before: FRONT, width: 640 });
    expect((await stored(one.after)).width).toBe(640);
    expect((await images(id))[0]?.url).toBe(FRONT);
    expect([await used(), await tasks()]).toEqual([
      [],
      [{ status: 'success', done: 1, total: 1, error_key: null, channel: 'enlarge' }],
    ]);
  });
});

describe('a result', () => {
  it('replaces its image with position, alt text and variants, and is undone', async () => {
    const { id, one } = await proposed();
    expect(await stored(one.after)).toMatchObject({ format: 'webp', width: 1024 });
    const { accepted } = await acceptImages(deps, scope, [one.image_enhancement_id], 'replace');
    expect(accepted).toEqual([one.image_enhancement_id]);
    expect(await images(id)).toEqual([{ url: one.after, alt: 'From the front' }, { url: BACK }]);
    expect((await variants(id))[0]?.image_url).toBe(one.after);
    await undoAccepted(deps, scope, one.image_enhancement_id);
    expect(await images(id)).toEqual([{ url: FRONT, alt: 'From the front' }, { url: BACK }]);
    expect((await variants(id))[0]?.image_url).toBe(FRONT);
    await acceptImages(deps, scope, [one.image_enhancement_id], 'after');
    expect((await images(id)).map((image) => image.url)).toEqual([FRONT, one.after, BACK]);
  });

  it('overwrites no edit, neither when it is accepted nor when it is undone', async () => {
    const { id, one } = await proposed();
    await setImages(id, [{ url: BACK }]);
    expect((await only()).is_stale).toBe(true);
    const { failed } = await acceptImages(deps, scope, [one.image_enhancement_id], 'replace');
    expect([...failed.values()]).toEqual([{ key: 'IMAGE_CHANGED_SINCE', params: {} }]);
    await setImages(id, [{ url: FRONT }]);
    await acceptImages(deps, scope, [one.image_enhancement_id], 'replace');
    await setImages(id, [{ url: BACK }]);
    await expect(undoAccepted(deps, scope, one.image_enhancement_id)).rejects.toThrow('IMAGE_RESULT_GONE');
    expect(await images(id)).toEqual([{ url: BACK }]);
  });

  it('is deleted with its file when discarded, and kept in the library once it was used', async () => {
    const { id, one } = await proposed();
    await discardImages(deps, scope, [one.image_enhancement_id]);
    await expect(stored(one.after)).rejects.toThrow('no picture');
    await start([id]);
    await drain();
    const again = await only();
    await acceptImages(deps, scope, [again.image_enhancement_id], 'replace');
    await discardImages(deps, scope, [again.image_enhancement_id]);
    expect((await stored(again.after)).width).toBe(1024);
    expect((await images(id))[0]?.url).toBe(again.after);
  });

  it('of a library image keeps its original from being deleted', async () => {
    const { id, one } = await proposed();
    await acceptImages(deps, scope, [one.image_enhancement_id], 'replace');
    await start([id], 'enlarge');
    await drain();
    const second = await only();
    await acceptImages(deps, scope, [second.image_enhancement_id], 'replace');
    const key = galleryKeyOf(one.after ?? '') ?? '';
    const held = await db.read(scope, (ex) => findHeldOriginals(ex, scope.workplaceId, [key]));
    expect([...held]).toEqual([[key, 'Lamp 0']]);
  });
});

describe('a model', () => {
  it('gets the image with fixed instructions and the wish at their end; each success uses one of the plan', async () => {
    model(DRAWS);
    const id = await bring();
    const more = { mostImages: 5, prompt: 'on a table', credits: 6 };
    const preview = await previewImages(deps, createDrawer(deps), scope, order([id], 'edit', more));
    expect(preview).toMatchObject({ images: 2, credits: 6 });
    await expect(start([id], 'edit', { ...more, credits: 3 })).rejects.toThrow('IMAGES_PRICE_CHANGED');
    await start([id], 'edit', more);
    expect([...(await start([id], 'edit', more)).failed.values()]).toEqual([{ key: 'IMAGE_AT_WORK', params: {} }]);
    await drain();
    expect((await list()).map((one) => one.state)).toEqual(['proposed', 'proposed']);
    expect(await used()).toEqual([2]);
    expect(await tasks()).toEqual([{ status: 'success', done: 2, total: 2, error_key: null, channel: 'edit' }]);
    const last = (await asked()).at(-1);
    expect(last).toMatchObject({ model: DRAWS, size: '1024x1024', image: expect.stringMatching(/^RIFF.{4}WEBP$/s) });
    expect(last?.prompt).toMatch(/^Edit this product photo\. Keep the product .* Wish: on a table$/);
  });

  it('makes a background transparent', async () => {
    model(DRAWS);
    const id = await bring();
    await start([id], 'remove_background', { background: 'transparent' });
    await drain();
    expect((await stored((await only()).after)).hasAlpha).toBe(true);
  });

  it.each([
    ['declines', DECLINES, {}, 'IMAGE_DECLINED'],
    ['sends broken base64', SPOILS, {}, 'IMAGE_UNREADABLE'],
    ['sends a bomb', BLOATS, {}, 'IMAGE_UNREADABLE'],
    ['sends an SVG', LIES, {}, 'IMAGE_UNREADABLE'],
    ['gets a wrong key', DRAWS, { apiKey: 'sk-wrong-1234567890' }, 'IMAGE_KEY_REFUSED'],
    ['is unknown', 'gpt-none', {}, 'IMAGE_MODEL_UNKNOWN'],
    ['has a private address', DRAWS, { baseUrl: 'http://127.0.0.1:9/v1' }, 'WRITER_ADDRESS_REFUSED'],
  ])('that %s is reported, costs nothing and can be tried again', async (_what, name, change, key) => {
    model(name, change);
    const id = await bring();
    await start([id]);
    expect(await drain()).toEqual([]);
    const one = await only();
    expect([one.state, one.problem?.key]).toEqual(['failed', key]);
    expect(one.problem?.text).not.toBe(key);
    expect(JSON.stringify(one)).not.toContain('sk-');
    expect(await used()).toEqual([]);
    expect(await tasks()).toMatchObject([{ status: 'error', done: 1, error_key: 'IMAGES_FAILED' }]);
    model(DRAWS);
    await start([id]);
    await drain();
    expect((await list()).map(({ state }) => state)).toEqual(['proposed']);
  });

  it('that is busy is left alone for as long as it says', async () => {
    model(DRAWS);
    await sandbox.fault({ standIn: 'openai', match: 'edits', kind: 'status-429', times: 1, delayMs: 7_000 });
    await start([await bring()]);
    const [error] = await drain();
    expect((error as Later).afterMs).toBe(7_000);
    expect(await only()).toMatchObject({ state: 'queued', problem: { key: 'WRITER_BUSY' } });
    await drain();
    expect(await only()).toMatchObject({ state: 'proposed', problem: null });
  });

  it('that is slow is waited for', async () => {
    model(DRAWS);
    await sandbox.fault({ standIn: 'openai', match: 'edits', kind: 'slow', delayMs: 300 });
    await start([await bring()]);
    await drain();
    expect((await only()).state).toBe('proposed');
  });

  it.each(['reset-after', 'status-500-after'] as const)(
    'whose answer is lost (%s) is never asked again',
    async (kind) => {
      model(DRAWS);
      await sandbox.fault({ standIn: 'openai', match: 'edits', kind, times: 1 });
      await start([await bring()]);
      const before = (await asked()).length;
      expect(await drain()).toEqual([]);
      expect(await drain()).toEqual([]);
      expect((await asked()).length).toBe(before + 1);
      expect(await only()).toMatchObject({ state: 'failed', problem: { key: 'IMAGE_OUTCOME_UNKNOWN' } });
      expect(await used()).toEqual([]);
    },
  );

  it('is asked once for one image, by however many workers', async () => {
    model(DRAWS);
    const { items } = await start([await bring()]);
    const before = (await asked()).length;
    const [handler] = register(deps, { quota }).jobs;
    const payload = { ...scope, imageEnhancementId: items[0]?.image_enhancement_id };
    const ends = await Promise.allSettled([handler?.handle(payload, run), handler?.handle(payload, run)]);
    expect(ends.filter((one) => one.status === 'rejected').map((one) => one.reason)).toEqual([expect.any(Later)]);
    await handler?.handle(payload, run);
    expect((await asked()).length).toBe(before + 1);
    expect([await used(), (await only()).state]).toEqual([[1], 'proposed']);
  });

  it('is not asked again after a worker was killed with its answer', async () => {
    model(DRAWS);
    await start([await bring()]);
    const before = (await asked()).length;
    const since = (age: string) =>
      db.tenant(scope, (tx) =>
        tx.run(sql`update image_enhancement set state = 'working', run_id = ${newId()},
          updated_at = now() - ${age}::interval where workplace_id = ${scope.workplaceId}`),
      );
    await since('9 minutes');
    expect(await drain()).toEqual([expect.any(Later)]);
    expect((await only()).state).toBe('working');
    await since('11 minutes');
    expect(await drain()).toEqual([]);
    expect(await only()).toMatchObject({ state: 'failed', problem: { key: 'IMAGE_OUTCOME_UNKNOWN' } });
    expect((await asked()).length).toBe(before);
  });

  it('is asked no more than the plan allows', async () => {
    model(DRAWS);
    const id = await bring();
    await db.tenant({ accountId: scope.accountId }, async (tx) => {
      await setPlan(tx, scope.accountId, 'FREE_CREDIT');
      await tx.run(sql`insert into usage_record (account_id, usage_id, feature, amount, used_by)
        values (${scope.accountId}, gen_random_uuid(), 'AI_PRODUCT_SEO', 9, ${scope.accountId})`);
    });
    clock.pass(10_000);
    await expect(start([id], 'upscale', { mostImages: 2 })).rejects.toMatchObject({ status: 'QUOTA_EXPIRED' });
    expect(await list()).toEqual([]);
  });
});

describe('imported products', () => {
  it('get results by the rule, once, and only while it is on', async () => {
    model(DRAWS);
    const drawer = createDrawer(deps);
    const id = await bring();
    const want = () => db.tenant(scope, (tx) => runAfterImport(tx, deps, scope, [id], [optimizeAfterImport]));
    await want();
    await drain();
    expect(await list()).toEqual([]);
    const set = { action: 'upscale', background: 'white', prompt: '', most_images: 2 } as const;
    await saveSetting(deps, drawer, scope, set);
    const by = { accountId: scope.accountId, name: 'Owner' };
    await db.tenant(scope, (tx) => turnRule(tx, drawer, scope.workplaceId, by));
    await want();
    await want();
    await drain();
    expect((await list()).map(({ state, action }) => [state, action])).toEqual([
      ['proposed', 'upscale'],
      ['proposed', 'upscale'],
    ]);
    await optimizeImported(deps, drawer, scope, [{ productId: id, processId: id }]);
    expect(await list()).toHaveLength(2);
    expect((await images(id)).map((image) => image.url)).toEqual([FRONT, BACK]);
  });

  it('can’t be improved by AI that is not there', async () => {
    const turn = db.tenant(scope, (tx) =>
      turnRule(tx, undefined, scope.workplaceId, { accountId: scope.accountId, name: 'Owner' }),
    );
    await expect(turn).rejects.toThrow('IMAGE_AI_NOT_SET_UP');
  });
});

it('keeps workspaces apart', async () => {
  const { id, one } = await proposed();
  const mine = scope;
  scope = await person();
  expect(await list()).toEqual([]);
  expect((await acceptImages(deps, scope, [one.image_enhancement_id], 'replace')).failed.size).toBe(1);
  await expect(undoAccepted(deps, scope, one.image_enhancement_id)).rejects.toThrow('IMAGE_ENHANCEMENT_NOT_FOUND');
  expect((await discardImages(deps, scope, [one.image_enhancement_id])).deleted).toEqual([]);
  expect([...(await start([id])).failed.keys()]).toEqual([id]);
  scope = mine;
  expect(await list()).toHaveLength(1);
});
