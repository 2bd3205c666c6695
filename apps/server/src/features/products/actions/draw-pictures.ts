import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { drawAhead } from '../../../pictures/draw-ahead.ts';
import { ownPicturesIn } from '../../../pictures/own-picture.ts';
import { drawPicturesJob } from '../jobs/products.ts';
import { findImages, findVariants } from '../repo.ts';
import type { Product, Variant } from '../tables.ts';

/** Products whose pictures one job draws: some minutes of work at most. */
const AT_ONCE = 20;
/** What waited longer is drawn when it is asked for: a huge import shall not draw for hours. */
const WORTH_WHILE_MS = 10 * 60_000;

type Pictured = Pick<Product, 'product_id' | 'images'>;
type PicturedVariant = Pick<Variant, 'product_id' | 'image_url'>;

const picturesOf = (products: readonly Pictured[], variants: readonly PicturedVariant[]) =>
  ownPicturesIn([
    ...products.flatMap((product) => product.images.map((image) => image.url)),
    ...variants.map((variant) => variant.image_url),
  ]);

/** Enqueues rendering of imported products' images from our own catalog. */
export async function wantPictures(
  tx: Executor,
  deps: Pick<Deps, 'queue' | 'clock'>,
  { accountId, workplaceId }: WorkplaceScope,
  products: readonly Pictured[],
  variants: readonly PicturedVariant[],
): Promise<void> {
  const byProduct = Map.groupBy(variants, (variant) => variant.product_id);
  const ids = products
    .filter((product) => picturesOf([product], byProduct.get(product.product_id) ?? []).length > 0)
    .map((product) => product.product_id);
  const askedAt = deps.clock.now();
  const jobs = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, at) => ({
    accountId,
    workplaceId,
    productIds: ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
    askedAt,
  }));
  await deps.queue.sendMany(tx, drawPicturesJob, jobs);
}

/** Draws what is missing of the pictures of some products as they are now. Doing it again costs a look. */
export async function drawPictures(
  deps: Deps,
  scope: WorkplaceScope,
  work: { productIds: readonly string[]; askedAt: string },
  signal: AbortSignal,
): Promise<void> {
  if (deps.clock.millis() - Date.parse(work.askedAt) > WORTH_WHILE_MS) return;
  const { workplaceId } = scope;
  const pictures = await deps.db.read(scope, async (ex) =>
    picturesOf(
      await findImages(ex, workplaceId, work.productIds),
      await findVariants(ex, workplaceId, work.productIds),
    ),
  );
  await drawAhead(deps.config.dataDir, pictures, signal);
}
