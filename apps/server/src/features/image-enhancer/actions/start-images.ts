import { getCost, type ImageAction, type ImageBackground, isAiAction, MOST_IMAGES } from '@quayside/contracts';
import { AppError, type MessageParams, newId } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { isInDemoMode } from '../../enhancer/index.ts';
import type { Quota } from '../../plans/index.ts';
import { addProcesses, setProcess } from '../../processes/index.ts';
import { findProducts, lockProducts, type Product } from '../../products/index.ts';
import type { Drawer } from '../drawers/drawer.ts';
import { optimizeImageJob } from '../jobs/optimize-image.ts';
import { atWorkOn, deleteFailed, insertImages } from '../repo.ts';
import { chosenImages } from '../rules/chosen-images.ts';

export const FEATURE = 'AI_IMAGE_GENERATION';

export interface ImageOrder {
  productIds: readonly string[];
  imageUrls?: readonly string[] | undefined;
  mostImages: number;
  action: ImageAction;
  background: ImageBackground;
  prompt?: string | undefined;
}

export interface StartedImages {
  items: { product_id: string; image_enhancement_id: string; process_id: string }[];
  failed: Map<string, { key: string; params: MessageParams }>;
}

interface Wanted {
  product: Product;
  urls: string[];
}

const invalid = (field: string, key: string, params: MessageParams = {}) =>
  new AppError('UNPROCESSABLE_ENTITY', key, { fields: { [field]: [key] }, params });

/** Throws what is wrong with a request, whatever its products are. */
export function checkOrder(
  order: Pick<ImageOrder, 'action' | 'prompt'> & Partial<ImageOrder>,
  drawer: Drawer | undefined,
  field?: string,
) {
  if (isAiAction(order.action) && !drawer) throw invalid(field ?? 'action', 'IMAGE_AI_NOT_SET_UP');
  if (order.action === 'edit' && !order.prompt?.trim()) throw invalid(field ?? 'prompt', 'IMAGE_PROMPT_MISSING');
  if (order.imageUrls && new Set(order.productIds).size > 1) throw invalid('image_urls', 'IMAGES_OF_ONE_PRODUCT');
}

/** Credits for some images. */
export const priceOf = (action: ImageAction, images: number): number =>
  isAiAction(action) ? images * getCost(FEATURE) : 0;

function choose(
  order: ImageOrder,
  products: readonly Product[],
  atWork: ReadonlySet<string>,
): { wanted: Wanted[]; failed: StartedImages['failed']; images: number } {
  const held = new Map(products.map((one) => [one.product_id, one]));
  const failed: StartedImages['failed'] = new Map();
  const wanted: Wanted[] = [];
  for (const id of new Set(order.productIds)) {
    const product = held.get(id);
    const chosen = product ? chosenImages(product, order, atWork) : { key: 'PRODUCT_NOT_FOUND' };
    if ('key' in chosen) failed.set(id, { key: chosen.key, params: {} });
    else if (product) wanted.push({ product, urls: chosen.urls });
  }
  const images = wanted.reduce((sum, one) => sum + one.urls.length, 0);
  if (images > MOST_IMAGES) throw invalid('product_ids', 'IMAGES_TOO_MANY', { most: MOST_IMAGES });
  return { wanted, failed, images };
}

/** How many images a request would improve, and what that costs. */
export async function previewImages(
  deps: Deps,
  drawer: Drawer | undefined,
  scope: WorkplaceScope,
  order: ImageOrder,
): Promise<{ images: number; credits: number; failed: StartedImages['failed'] }> {
  checkOrder(order, drawer);
  const { workplaceId } = scope;
  return deps.db.read(scope, async (ex) => {
    const products = await findProducts(ex, workplaceId, order.productIds);
    const { images, failed } = choose(order, products, await atWorkOn(ex, workplaceId, order.productIds, order.action));
    return { images, credits: priceOf(order.action, images), failed };
  });
}

/** Inserts the rows, one task per product and the jobs, in the caller's transaction, which holds the products. */
export async function addImages(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  { accountId, workplaceId }: WorkplaceScope,
  wanted: readonly (Wanted & { processId: string })[],
  how: Pick<ImageOrder, 'action' | 'background' | 'prompt'> & { askedBy: string; model: string | null },
): Promise<StartedImages['items']> {
  if (wanted.length === 0) return [];
  const { action } = how;
  const rows = wanted.flatMap(({ product, urls, processId }) =>
    urls.map((url) => ({
      image_enhancement_id: newId(),
      product_id: product.product_id,
      action,
      background: action === 'remove_background' ? how.background : null,
      prompt: action === 'edit' ? (how.prompt?.trim() ?? '') : null,
      source_url: url,
      model: isAiAction(action) ? how.model : null,
      process_id: processId,
      asked_by: how.askedBy,
    })),
  );
  await insertImages(tx, workplaceId, rows);
  await addProcesses(
    tx,
    workplaceId,
    wanted.map(({ product, urls, processId }) => ({
      process_id: processId,
      kind: 'optimize_image',
      subject_id: product.product_id,
      title: product.title,
      image_url: urls[0] ?? null,
      // The tray distinguishes entries by the action (rule B214).
      channel: action,
      store_id: null,
      total: urls.length,
    })),
  );
  await deps.queue.sendMany(
    tx,
    optimizeImageJob,
    rows.map((row) => ({ accountId, workplaceId, imageEnhancementId: row.image_enhancement_id })),
  );
  await publish(
    tx,
    workplaceId,
    'products',
    wanted.slice(0, 100).map(({ product }) => product.product_id),
  );
  return rows.map(({ product_id, image_enhancement_id, process_id }) => ({
    product_id,
    image_enhancement_id,
    process_id,
  }));
}

/**
 * Starts improving images in one transaction. Throws DEMO_MODE, IMAGES_PRICE_CHANGED if it costs more than was shown, or the
 * plan's refusal if it doesn't allow all of them.
 */
export async function startImages(
  deps: Deps,
  quota: Quota,
  drawer: Drawer | undefined,
  scope: WorkplaceScope,
  ask: ImageOrder & { askedBy: string; credits?: number | undefined },
): Promise<StartedImages> {
  checkOrder(ask, drawer);
  const { accountId, workplaceId } = scope;
  const { images } = await previewImages(deps, drawer, scope, ask);
  if (isAiAction(ask.action) && images > 0) {
    const { fits, refusal } = await quota.admit(scope, FEATURE, images);
    if (fits < images && refusal) throw refusal;
  }
  return deps.db.tenant(scope, async (tx) => {
    if (await isInDemoMode(tx, accountId)) throw new AppError('FORBIDDEN', 'DEMO_MODE');
    const products = await lockProducts(tx, workplaceId, [...new Set(ask.productIds)]);
    const atWork = await atWorkOn(tx, workplaceId, ask.productIds, ask.action);
    const { wanted, failed, images: now } = choose(ask, products, atWork);
    const credits = priceOf(ask.action, now);
    if (ask.credits !== undefined && credits > ask.credits)
      throw new AppError('BAD_REQUEST', 'IMAGES_PRICE_CHANGED', { params: { credits } });
    const targets = wanted.flatMap(({ product, urls }) => urls.map((url) => ({ productId: product.product_id, url })));
    const lost = await deleteFailed(tx, workplaceId, targets, ask.action);
    for (const id of new Set(lost))
      await setProcess(tx, workplaceId, id, { status: 'error', done: 1, error: { key: 'IMAGE_OUTCOME_UNKNOWN' } });
    const withTasks = wanted.map((one) => ({ ...one, processId: newId() }));
    const how = { ...ask, model: drawer?.facts.model ?? null };
    return { failed, items: await addImages(tx, deps, scope, withTasks, how) };
  });
}
