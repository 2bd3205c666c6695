import type { ImagePlacement } from '@quayside/contracts';
import { AppError, type MessageParams, notFound } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { galleryKeyOf, galleryPath } from '../../../pictures/own-picture.ts';
import { discardFiles, findFiles } from '../../files/index.ts';
import { addStoredImage, holdImages } from '../../gallery/index.ts';
import { setProcess } from '../../processes/index.ts';
import { findVariants, lockProducts, type Product, type ProductVariant, saveImages } from '../../products/index.ts';
import { deleteImages, findImages, lockImages, saveDecision } from '../repo.ts';
import { acceptImage, type ImageChange, undoImage } from '../rules/product-images.ts';
import type { ImageEnhancementRow } from '../tables.ts';

export type Reasons = Map<string, { key: string; params: MessageParams }>;

interface Pictured {
  product: Product;
  variants: ProductVariant[];
}

/** Same lock order as other writers: products first, then their images. */
async function hold(tx: Executor, workplaceId: string, ids: readonly string[]) {
  const productIds = [...new Set((await findImages(tx, workplaceId, ids)).map((row) => row.product_id))];
  const products = await lockProducts(tx, workplaceId, productIds);
  const variants = Map.groupBy(await findVariants(tx, workplaceId, productIds), (one) => one.product_id);
  const pictured = new Map<string, Pictured>(
    products.map((product) => [product.product_id, { product, variants: variants.get(product.product_id) ?? [] }]),
  );
  const rows = new Map((await lockImages(tx, workplaceId, ids)).map((row) => [row.image_enhancement_id, row]));
  return { rows, pictured };
}

/** Writes a change; `held` then has the product as it became, for the next change of the same one. */
async function apply(tx: Executor, workplaceId: string, held: Pictured, change: ImageChange): Promise<void> {
  const changed = held.variants
    .filter((one) => change.variants.has(one.variant_id))
    .map((one) => ({ ...one, image_url: change.variants.get(one.variant_id) ?? null }));
  held.product = await saveImages(tx, workplaceId, held.product, change.images, changed);
  held.variants = held.variants.map((one) => changed.find((other) => other.variant_id === one.variant_id) ?? one);
}

/** The result in the library, where products may use it. Throws GALLERY_FULL. */
async function keepResult(tx: Executor, workplaceId: string, row: ImageEnhancementRow, title: string): Promise<string> {
  const { file_id, public_key, width, height } = row;
  if (!file_id || !public_key) throw new Error('proposed image without a file');
  const [file] = await findFiles(tx, workplaceId, [file_id]);
  if (!file) throw new AppError('UNPROCESSABLE_ENTITY', 'GALLERY_IMAGE_GONE');
  const picture = { file_id, public_key, name: title, width: width ?? 0, height: height ?? 0, bytes: file.bytes };
  return addStoredImage(tx, workplaceId, picture);
}

/** Uses results in their products. Returns the others with the reason; those that were undone before can be used again. */
export async function acceptImages(
  deps: Deps,
  scope: WorkplaceScope,
  ids: readonly string[],
  placement: ImagePlacement,
): Promise<{ accepted: string[]; failed: Reasons }> {
  const { workplaceId } = scope;
  return deps.db.tenant(scope, async (tx) => {
    const { rows, pictured } = await hold(tx, workplaceId, ids);
    const accepted: string[] = [];
    const failed: Reasons = new Map();
    for (const id of new Set(ids)) {
      const row = rows.get(id);
      const held = row && pictured.get(row.product_id);
      const refuse = (key: string, params: MessageParams = {}) => failed.set(id, { key, params });
      if (!row || !held) refuse('IMAGE_ENHANCEMENT_NOT_FOUND');
      else if (row.state !== 'proposed' && row.state !== 'undone') refuse('IMAGE_NOTHING_TO_ACCEPT');
      else {
        const { images } = held.product;
        const change = acceptImage(
          { images, variants: held.variants },
          row.source_url,
          galleryPath(row.public_key ?? ''),
          placement,
        );
        if (!change) {
          refuse('IMAGE_CHANGED_SINCE');
          continue;
        }
        try {
          const imageId = await keepResult(tx, workplaceId, row, held.product.title);
          await apply(tx, workplaceId, held, change);
          await saveDecision(tx, workplaceId, id, {
            state: placement === 'replace' ? 'replaced' : 'added',
            image_id: imageId,
          });
          accepted.push(id);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          refuse(error.code, error.params);
        }
      }
    }
    return { accepted, failed };
  });
}

/** Puts the original back. Throws IMAGE_ENHANCEMENT_NOT_FOUND, IMAGE_NOTHING_TO_UNDO, and IMAGE_RESULT_GONE after an edit. */
export async function undoAccepted(deps: Deps, scope: WorkplaceScope, id: string): Promise<void> {
  const { workplaceId } = scope;
  await deps.db.tenant(scope, async (tx) => {
    const { rows, pictured } = await hold(tx, workplaceId, [id]);
    const row = rows.get(id);
    const held = row && pictured.get(row.product_id);
    if (!row || !held) throw notFound('IMAGE_ENHANCEMENT_NOT_FOUND');
    const { state, source_url: source } = row;
    if (state !== 'replaced' && state !== 'added') throw new AppError('BAD_REQUEST', 'IMAGE_NOTHING_TO_UNDO');
    const { images } = held.product;
    const change = undoImage({ images, variants: held.variants }, source, galleryPath(row.public_key ?? ''), state);
    if (!change) throw new AppError('BAD_REQUEST', 'IMAGE_RESULT_GONE');
    const key = state === 'replaced' ? galleryKeyOf(source) : undefined;
    if (key && (await holdImages(tx, workplaceId, [key])).length > 0)
      throw new AppError('UNPROCESSABLE_ENTITY', 'GALLERY_IMAGE_GONE');
    await apply(tx, workplaceId, held, change);
    await saveDecision(tx, workplaceId, id, { state: 'undone', image_id: row.image_id });
  });
}

/** Frees the files of results that never came into the library. */
export const discardResults = (
  tx: Executor,
  workplaceId: string,
  rows: readonly Omit<ImageEnhancementRow, 'is_lost'>[],
  now: string,
): Promise<number> =>
  discardFiles(
    tx,
    workplaceId,
    rows.flatMap((row) => (row.file_id && !row.image_id ? [row.file_id] : [])),
    now,
  );

/** Deletes results. Running ones are kept and returned with the reason; lost ones are deleted. */
export async function discardImages(
  deps: Deps,
  scope: WorkplaceScope,
  ids: readonly string[],
): Promise<{ deleted: string[]; failed: Reasons }> {
  const { workplaceId } = scope;
  return deps.db.tenant(scope, async (tx) => {
    const held = new Map((await lockImages(tx, workplaceId, ids)).map((row) => [row.image_enhancement_id, row]));
    const failed: Reasons = new Map();
    for (const id of ids) {
      const row = held.get(id);
      if (!row) failed.set(id, { key: 'IMAGE_ENHANCEMENT_NOT_FOUND', params: {} });
      else if ((row.state === 'queued' || row.state === 'working') && !row.is_lost)
        failed.set(id, { key: 'IMAGE_AT_WORK', params: {} });
    }
    const gone = [...held.values()].filter((row) => !failed.has(row.image_enhancement_id));
    const deleted = gone.map((row) => row.image_enhancement_id);
    await deleteImages(tx, workplaceId, deleted);
    await discardResults(tx, workplaceId, gone, deps.clock.now());
    for (const { is_lost, process_id: id } of gone)
      if (is_lost)
        await setProcess(tx, workplaceId, id, { status: 'error', done: 1, error: { key: 'IMAGE_OUTCOME_UNKNOWN' } });
    return { deleted, failed };
  });
}
