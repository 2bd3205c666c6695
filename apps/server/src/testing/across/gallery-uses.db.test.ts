import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeProduct, fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import sharp from 'sharp';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { WorkplaceScope } from '../../db/index.ts';
import { readPublicPicture } from '../../features/files/index.ts';
import { addFile } from '../../features/gallery/actions/add-image.ts';
import { removeImages } from '../../features/gallery/actions/delete-images.ts';
import { holdImages } from '../../features/gallery/index.ts';
import { createQuota } from '../../features/plans/index.ts';
import { pictureReader } from '../../features/products/actions/read-picture.ts';
import { updateProducts } from '../../features/products/actions/update-products.ts';
import {
  createImport,
  findOriginalImages,
  findPictureUses,
  findProduct,
  findVariants,
} from '../../features/products/index.ts';
import { workspaceUsage } from '../../features/reports/index.ts';
import { syncCatalogue } from '../../features/sourcing/index.ts';
import { galleryPath } from '../../pictures/own-picture.ts';
import { countWaiting, testDatabase } from '../db/index.ts';
import { fakeWorld } from '../fakes/fake-deps.ts';

const db = await testDatabase();
const own = fakeSupplier('quayside', true);
const { deps, person } = await fakeWorld(db, { suppliers: [own] });
deps.config.dataDir = mkdtempSync(join(tmpdir(), 'quayside-gallery-'));
afterAll(() => rmSync(deps.config.dataDir, { recursive: true, force: true }));
const ports = { findUses: findPictureUses, findOriginals: findOriginalImages };
own.products = [fakeProduct(1)];
await syncCatalogue(deps, 'quayside', 'sandbox');
const importProducts = createImport(deps, {
  quota: createQuota(deps, { workspaceUsage }),
  onImported: async () => undefined,
});

let scope: WorkplaceScope;
let productId: string;
beforeEach(async () => {
  scope = await person();
  const ask = { source: 'quayside', mode: 'sandbox', sourceProductId: 'p1', shipTo: 'US' } as const;
  const { imported } = await importProducts(scope, [ask]);
  productId = imported.get('quayside:sandbox:p1')?.productId ?? '';
});

const png = (color: string) =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: color } })
    .png()
    .toBuffer();
const add = async (name: string, color: string) => addFile(deps, scope, { name, bytes: await png(color) });
const product = async () => {
  const found = await db.read(scope, (ex) => findProduct(ex, scope.workplaceId, productId));
  if (!found) throw new Error('imported product not found');
  return found;
};
async function edit(change: { images?: { url: string }[]; image?: string | null }): Promise<void> {
  const { revision } = await product();
  const [variant] = await db.read(scope, (ex) => findVariants(ex, scope.workplaceId, [productId]));
  await updateProducts(deps, scope, [
    {
      product_id: productId,
      revision,
      ...(change.images ? { images: change.images } : {}),
      ...(change.image === undefined || !variant
        ? {}
        : { variants: [{ variant_id: variant.variant_id, image_url: change.image }] }),
    },
  ]);
}

it('keeps images that a product or variant shows, named with the product, and deletes the others', async () => {
  const [shown, ofVariant, unused] = [
    await add('a.png', '#f00'),
    await add('b.png', '#0f0'),
    await add('c.png', '#00f'),
  ];
  await edit({ images: [{ url: galleryPath(shown.public_key) }], image: galleryPath(ofVariant.public_key) });
  const ids = [shown, ofVariant, unused].map((one) => one.image_id);
  const { deleted, kept } = await removeImages(deps, ports, scope, ids);
  expect(deleted).toEqual([unused.image_id]);
  const { title } = await product();
  expect(kept.get(shown.image_id)).toEqual({ key: 'GALLERY_IMAGE_USED', params: { name: 'a.png', product: title } });
  expect(kept.get(ofVariant.image_id)?.params).toEqual({ name: 'b.png', product: title });
  await edit({ images: [], image: null });
  expect((await removeImages(deps, ports, scope, ids.slice(0, 2))).deleted).toHaveLength(2);
});

it('refuses an edit that adds a deleted image, or one of another workspace, and keeps one that was there', async () => {
  const gone = await add('a.png', '#f00');
  await removeImages(deps, ports, scope, [gone.image_id]);
  const refused = { code: 'GALLERY_IMAGE_GONE', fields: { 'products.0.images': ['GALLERY_IMAGE_GONE'] } };
  await expect(edit({ images: [{ url: galleryPath(gone.public_key) }] })).rejects.toMatchObject(refused);
  const mine = scope;
  scope = await person();
  const foreign = await add('b.png', '#0f0');
  scope = mine;
  await expect(edit({ image: galleryPath(foreign.public_key) })).rejects.toMatchObject(refused);
});

it('an edit that takes an image up and its deletion exclude each other', async () => {
  const image = await add('a.png', '#f00');
  const held = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const editing = db.tenant(scope, async (tx) => {
    expect(await holdImages(tx, scope.workplaceId, [image.public_key])).toEqual([]);
    held.resolve();
    await finish.promise;
  });
  await held.promise;
  let ended = false;
  const deleting = removeImages(deps, ports, scope, [image.image_id]).finally(() => {
    ended = true;
  });
  const isWaiting = async () => (await countWaiting(db, '%from %gallery_image%for update%')) > 0;
  await expect.poll(async () => (ended ? 'ended' : (await isWaiting()) ? 'waiting' : 'running')).toBe('waiting');
  finish.resolve();
  await editing;
  expect((await deleting).deleted).toEqual([image.image_id]);
});

it('C066: knows the images that the supplier showed', async () => {
  await edit({ images: [] });
  const originals = await db.read(scope, (ex) => findOriginalImages(ex, scope.workplaceId, productId));
  expect(originals).toEqual(['/pictures/lamp1-800.webp']);
  const other = await person();
  expect(await db.read(other, (ex) => findOriginalImages(ex, other.workplaceId, productId))).toBeUndefined();
});

it('sends an image of the library along to a store that can’t fetch it', async () => {
  const image = await add('a.png', '#f00');
  const url = `http://127.0.0.1:4000${galleryPath(image.public_key)}`;
  const read = pictureReader(deps, 'live', (picture) => readPublicPicture(deps, picture));
  const sent = await read?.(url);
  expect([sent?.contentType, sent?.bytes.length]).toEqual(['image/webp', image.bytes]);
  await removeImages(deps, ports, scope, [image.image_id]);
  await expect(read?.(url)).rejects.toMatchObject({ code: 'picture_unreachable' });
});
