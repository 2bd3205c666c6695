import type { FieldValue, ListingInput } from '@quayside/connector-kit';
import { type Again, isAgain, releaseRow } from '../../../db/effect-row.ts';
import { type Executor, sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { FinishedWork, Work } from '../../../jobs/effect/effect.ts';
import { publishAll } from '../../../live/publish.ts';
import { markStep } from '../../accounts/index.ts';
import type { Store } from '../../connections/index.ts';
import { notify } from '../../notifications/index.ts';
import { advanceProcess, setProcess } from '../../processes/index.ts';
import { type FieldRecord, type FieldsToSave, saveFields } from '../field-repo.ts';
import { checkPicturesJob } from '../jobs/products.ts';
import {
  completeListing,
  failListing,
  PUSHING,
  type PushClaim,
  type Pushed,
  partsOfProcess,
  putOffListings,
  savePushedCollections,
  settleProduct,
} from '../listing-repo.ts';
import type { ProductPorts } from '../ports.ts';
import { batchesAmong } from '../push-batch-repo.ts';
import type { Verdict } from '../rules/field-owner.ts';
import { countDifferences, type FieldPath, partsOf as fieldOf, flatten, sentAfter } from '../rules/listing-fields.ts';
import type { Product } from '../tables.ts';
import { FIRST_LOOK_SECONDS } from './check-pictures.ts';

export interface PushWork extends Work<PushClaim, Pushed> {
  product: Product | undefined;
  platform: Store['platform'] | undefined;
  /** What people call the store. */
  name: string;
  /** undefined: the product or the store is gone. */
  input: ListingInput | undefined;
  /** The revision of the store's own values in it; 0: none. */
  overrideRevision: number;
  /** Its fields as we want them, and what is known about them in the store. */
  wanted: ReadonlyMap<FieldPath, FieldValue>;
  record: FieldRecord | undefined;
  /** The store will never be able to fetch its pictures. */
  hidden: boolean;
}

type PushEnded = FinishedWork<PushWork, Pushed>;
type Listed = Extract<Pushed, { kind: 'listed' }>;

/** Records how one push ended. false: another worker holds the listing, and nothing was recorded. */
async function write(
  tx: Executor,
  { workplaceId }: WorkplaceScope,
  { work, end }: PushEnded,
  ports: Pick<ProductPorts, 'collections' | 'metafields' | 'onPushed'>,
): Promise<boolean> {
  const { claim, token, product } = work;
  const held = { id: claim.listing_id, token };
  if (isAgain(end)) {
    const isOurs = await releaseRow(tx, PUSHING, workplaceId, held, end);
    if (isOurs && end.closed) await putOffListings(tx, workplaceId, claim.store_id, end.afterMs);
    return isOurs;
  }
  if (end.kind === 'failed') return failListing(tx, workplaceId, held, end, end.inDoubt ? 0 : claim.since_sent_ms);
  const revisions = { product: product?.revision ?? 0, override: work.overrideRevision };
  const isOurs = await completeListing(tx, workplaceId, held, claim.store_id, end.listed, revisions);
  if (isOurs && end.listed.holds) await saveFields(tx, workplaceId, [fieldsAfter(work, end)]);
  const { collections: membership } = end.listed;
  if (isOurs && membership) {
    const { product_id: productId, store_id: storeId } = claim;
    const wanted = work.input?.collections?.ids ?? [];
    await savePushedCollections(tx, workplaceId, claim.listing_id, { wanted: [...wanted], ...membership });
    await ports.collections?.settled(tx, workplaceId, { productId, storeId }, membership);
  }
  const { metafields: outcomes } = end.listed;
  if (isOurs && outcomes && work.input?.metafields) {
    const { listing_id: listingId, product_id: productId, store_id: storeId } = claim;
    await ports.metafields?.settled(
      tx,
      workplaceId,
      { listingId, productId, storeId },
      work.input.metafields,
      outcomes,
    );
  }
  return isOurs;
}

/** The store has no location that takes stock: it wasn't written, and stays to be written. */
const withoutStock = (
  wanted: ReadonlyMap<FieldPath, FieldValue>,
  verdicts: ReadonlyMap<FieldPath, Verdict> = new Map(),
): Map<FieldPath, Verdict> =>
  new Map(
    [...wanted.keys()].map((path) => [
      path,
      fieldOf(path).field === 'quantity' ? 'unchanged' : (verdicts.get(path) ?? 'write'),
    ]),
  );

/** What the push wrote and what the store holds now. A choice for ours is done with its write; one for theirs lasts. */
function fieldsAfter({ claim, wanted, record }: PushWork, { listed, verdicts }: Listed): FieldsToSave {
  const held = flatten(listed.holds ?? { product: {}, variants: {} });
  const judged = listed.leftStock ? withoutStock(wanted, verdicts) : verdicts;
  const lasting = Object.entries(record?.choices ?? {}).filter(([, choice]) => choice === 'theirs');
  return {
    listingId: claim.listing_id,
    sent: sentAfter(wanted, judged, held, record?.sent ?? new Map()),
    seen: held,
    choices: verdicts ? Object.fromEntries(lasting) : {},
    ...countDifferences(verdicts ?? new Map()),
  };
}

/** Brings the entry up to date that people watch; they are notified once, when the last of its parts has ended. */
async function settleProcess(
  tx: Executor,
  workplaceId: string,
  { process_id: id, store_id: storeId, product_id: productId }: PushClaim,
  title: string,
): Promise<void> {
  if (!id) return;
  const { ended, total, failed } = await partsOfProcess(tx, workplaceId, id);
  const status = ended < total ? 'processing' : failed ? 'error' : 'success';
  await setProcess(tx, workplaceId, id, { status, done: ended, ...(failed ? { error: failed } : {}) });
  if (status === 'error')
    await notify(tx, workplaceId, [
      {
        kind: 'push_failed',
        storeId,
        subject: { id: productId, name: title },
        params: { ...failed?.params, title, reason: failed?.key ?? '' },
      },
    ]);
}

/** Counts what ended of a push of many; people are notified of each product that failed. */
async function settleBatch(
  tx: Executor,
  workplaceId: string,
  batchId: string,
  ended: readonly PushEnded[],
  titles: ReadonlyMap<string, string>,
): Promise<void> {
  const failed = ended.flatMap(({ work: { claim }, end }) =>
    !isAgain(end) && end.kind === 'failed' ? [{ claim, end }] : [],
  );
  const counts = { good: ended.length - failed.length, bad: failed.length };
  await advanceProcess(tx, workplaceId, batchId, counts, 'PUSH_ALL_PARTLY');
  if (failed.length > 0)
    await notify(
      tx,
      workplaceId,
      failed.map(({ claim, end }) => {
        const title = titles.get(claim.product_id) ?? '';
        return {
          kind: 'push_failed' as const,
          storeId: claim.store_id,
          subject: { id: claim.product_id, name: title },
          params: { ...end.params, title, reason: end.key },
        };
      }),
    );
}

const isFinal = (end: Pushed | Again): end is Pushed => !isAgain(end);

/** What follows once products are in stores. */
async function afterListed(
  tx: Executor,
  deps: Deps,
  here: WorkplaceScope,
  listed: readonly PushEnded[],
): Promise<void> {
  const { accountId, workplaceId } = here;
  if (listed.length > 0) await markStep(tx, accountId, workplaceId, 'PUSH_PRODUCT');
  for (const { work } of listed) {
    const { claim, input, platform } = work;
    const hasPictures = input?.images.length || input?.variants.some((variant) => variant.imageUrl !== undefined);
    if (!hasPictures || !platform || !deps.connectors.channels[platform]?.pictureStates) continue;
    const payload = { ...here, storeId: claim.store_id, listingId: claim.listing_id };
    await deps.queue.send(tx, checkPicturesJob, payload, { afterSeconds: FIRST_LOOK_SECONDS });
  }
}

/**
 * Records push outcomes, updates product states and background tasks, and publishes live events. Locks products first, in the
 * same order as startPush, to avoid deadlocks.
 */
export async function recordPushes(
  tx: Executor,
  deps: Deps,
  here: WorkplaceScope,
  ended: readonly PushEnded[],
  ports: Pick<ProductPorts, 'collections' | 'metafields' | 'onPushed'> = {},
): Promise<boolean[]> {
  const { workplaceId } = here;
  const productIds = [...new Set(ended.map(({ work }) => work.claim.product_id))];
  const products = await tx.rows<{ product_id: string; title: string }>(sql`select product_id, title from product
    where workplace_id = ${workplaceId} and product_id = any(${productIds}::uuid[]) order by product_id for update`);
  const titles = new Map(products.map((product) => [product.product_id, product.title]));
  const done: PushEnded[] = [];
  for (const one of ended) if ((await write(tx, here, one, ports)) && isFinal(one.end)) done.push(one);
  const claims = done.map(({ work }) => work.claim);
  const moved = new Map<string, boolean>();
  for (const { product_id: id } of claims) if (!moved.has(id)) moved.set(id, await settleProduct(tx, workplaceId, id));
  const processes = new Map(claims.map((claim) => [claim.process_id, claim]));
  const batches = await batchesAmong(
    tx,
    workplaceId,
    [...processes.keys()].filter((id) => id !== null),
  );
  // In one order, so that two workers never wait for each other.
  for (const id of [...batches].sort())
    await settleBatch(
      tx,
      workplaceId,
      id,
      done.filter(({ work }) => work.claim.process_id === id),
      titles,
    );
  for (const claim of processes.values())
    if (!claim.process_id || !batches.has(claim.process_id))
      await settleProcess(tx, workplaceId, claim, titles.get(claim.product_id) ?? '');
  const listed = done.filter(({ end }) => end.kind === 'listed');
  await afterListed(tx, deps, here, listed);
  for (const [storeId, own] of Map.groupBy(listed, ({ work }) => work.claim.store_id)) {
    const ids = own.map(({ work }) => work.claim.listing_id);
    await ports.onPushed?.(tx, here, storeId, ids);
  }
  if (done.length > 0)
    await publishAll(tx, workplaceId, [
      { topic: 'listings', ids: claims.map((claim) => claim.listing_id) },
      { topic: 'products', ids: [...moved.keys()] },
      ...([...moved.values()].some(Boolean) ? [{ topic: 'counts' as const }] : []),
    ]);
  return ended.map((one) => done.includes(one));
}
