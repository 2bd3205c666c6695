import { ConnectorError } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import { type Executor, type Scope, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { LeaseLost, sendUnderLease, underLease } from '../../../jobs/effect/lease.ts';
import { type Patience, settleMsOf } from '../../../jobs/effect/pauses.ts';
import { publishAll } from '../../../live/publish.ts';
import { HELD_PAUSE_MS, lastRestore, SendingHeld } from '../../../sending/index.ts';
import { markStep } from '../../accounts/index.ts';
import { noteStoreError, openStore, problemOf } from '../../connections/index.ts';
import { notify } from '../../notifications/index.ts';
import { setProcess } from '../../processes/index.ts';
import { absolutePicture } from '../../sourcing/index.ts';
import { checkPicturesJob } from '../jobs/products.ts';
import {
  completeListing,
  failListing,
  forgetExternal,
  markAttempted,
  partsOfProcess,
  postponeListing,
  renewListing,
  settleProduct,
  type TakenListing,
} from '../listing-repo.ts';
import { findProduct, variantsOf } from '../repo.ts';
import { listingInput } from '../rules/listing-input.ts';
import { afterFailure, type Next } from '../rules/outcome.ts';
import { FIRST_LOOK_SECONDS } from './check-pictures.ts';
import { NotSettled, putListing } from './put-listing.ts';
import { hasHiddenPictures, pictureReader } from './read-picture.ts';

interface Work {
  deps: Deps;
  scope: Required<Scope>;
  /** The lease's, made for this listing when it was taken. */
  token: string;
  patience: Patience;
  listing: TakenListing;
}

/**
 * Writes an outcome down with everything that hangs on it: the product's state, the entry people watch, open screens.
 * Products are held first, as whoever begins a push does. `write` answers false when another worker has the listing.
 */
async function settle(work: Work, write: (tx: Executor) => Promise<boolean>): Promise<void> {
  const { deps, scope, listing } = work;
  const { workplaceId } = scope;
  await deps.db.tenant(scope, async (tx) => {
    const product = await tx.first<{ title: string }>(
      sql`select title from product where workplace_id = ${workplaceId} and product_id = ${listing.product_id} for update`,
    );
    if (!(await write(tx))) return;
    const moved = await settleProduct(tx, workplaceId, listing.product_id);
    if (listing.process_id) {
      const { ended, total, failed } = await partsOfProcess(tx, workplaceId, listing.process_id);
      const status = ended < total ? 'processing' : failed ? 'error' : 'success';
      await setProcess(tx, workplaceId, listing.process_id, {
        status,
        done: ended,
        ...(failed ? { error: failed } : {}),
      });
      // Told once, when the last of its parts has ended.
      if (status === 'error')
        await notify(tx, workplaceId, [
          {
            kind: 'push_failed',
            storeId: listing.store_id,
            subject: { id: listing.product_id, name: product?.title ?? '' },
            params: { ...failed?.params, title: product?.title ?? '', reason: failed?.key ?? '' },
          },
        ]);
    }
    await publishAll(tx, workplaceId, [
      { topic: 'listings', ids: [listing.listing_id] },
      { topic: 'products', ids: [listing.product_id] },
      ...(moved ? [{ topic: 'counts' as const }] : []),
    ]);
  });
}

const giveUp = (work: Work, key: string, params: Record<string, string | number>) =>
  settle(work, (tx) => failListing(tx, work.scope.workplaceId, work.listing.listing_id, work.token, { key, params }));

const postpone = (work: Work, change: { state: 'queued' | 'unknown'; afterMs: number; counts: boolean }) =>
  work.deps.db.tenant(work.scope, async (tx) => {
    await postponeListing(tx, work.scope.workplaceId, work.listing.listing_id, work.token, change);
  });

/**
 * What the store's answer means for the listing; answers how long the whole store should be left alone. `hidden`: the store
 * cannot fetch the listing's pictures, now or later.
 */
async function fail(work: Work, error: unknown, storeName: string, hidden: boolean): Promise<number> {
  const { deps, scope, listing } = work;
  if (error instanceof LeaseLost) {
    deps.log.warn({ listingId: listing.listing_id }, 'a push lost its lease to another worker');
    return 0;
  }
  if (error instanceof NotSettled) {
    await postpone(work, { state: 'unknown', afterMs: error.afterMs, counts: false });
    return 0;
  }
  if (error instanceof SendingHeld) {
    await postpone(work, {
      state: listing.was === 'queued' ? 'queued' : 'unknown',
      afterMs: HELD_PAUSE_MS,
      counts: false,
    });
    throw error;
  }
  if (error instanceof AppError) {
    await giveUp(work, error.code, error.params);
    return 0;
  }
  if (!(error instanceof ConnectorError)) {
    // A fault of ours: nothing is known of the store, so it is asked before the next try.
    deps.log.error({ err: error, listingId: listing.listing_id }, 'a push failed unexpectedly');
  }
  const told =
    error instanceof ConnectorError
      ? error
      : new ConnectorError('unknown', error instanceof Error ? error.name : 'fault');
  const next: Next = afterFailure(told, listing.attempts, storeName, hidden);
  if (next.next === 'give-up') {
    await giveUp(work, next.key, next.params);
    const problem = problemOf(told, storeName);
    if (problem.needsPerson) await noteStoreError(deps, scope, listing.store_id, problem);
    return 0;
  }
  if (next.next === 'ask') {
    await postpone(work, { state: 'unknown', afterMs: next.afterMs, counts: true });
    return 0;
  }
  await postpone(work, { state: 'queued', afterMs: next.afterMs, counts: next.counts });
  return told.kind === 'rate-limited' ? next.afterMs : 0;
}

/**
 * Puts a taken listing into its store and writes down what came of it. Answers milliseconds for which the store asked to
 * be left alone; 0: go on.
 */
export async function pushListing(work: Work): Promise<number> {
  const { deps, scope, token, patience, listing } = work;
  const { workplaceId, accountId } = scope;
  let name = '';
  let hidden = false;
  try {
    const { product, variants, restore } = await deps.db.read(scope, async (ex) => ({
      product: await findProduct(ex, workplaceId, listing.product_id),
      variants: await variantsOf(ex, workplaceId, [listing.product_id]),
      restore: await lastRestore(ex),
    }));
    if (!product) throw new AppError('NOT_FOUND', 'PRODUCT_NOT_FOUND');
    const { store, connector, ctx } = await openStore(deps, scope, listing.store_id);
    name = store.store_name || store.platform_domain;
    const base = store.mode === 'sandbox' ? deps.config.ownUrl : (deps.config.appUrl ?? deps.config.ownUrl);
    const input = listingInput(product, variants, listing, {
      currency: store.currency,
      picture: (kept) => absolutePicture(kept, base),
    });
    hidden = store.mode === 'live' && hasHiddenPictures(input);
    const readPicture = pictureReader(deps, store.mode);
    const id = listing.listing_id;
    let attempted = false;
    const renew = () => {
      const { leaseMs } = patience;
      return deps.db.tenant(scope, (tx) => renewListing(tx, workplaceId, id, token, { leaseMs, attempted }));
    };
    const stillOurs = async (write: (tx: Executor) => Promise<boolean>) => {
      if (!(await deps.db.tenant(scope, write))) throw new LeaseLost();
    };
    const http = sendUnderLease(ctx.http, renew);
    const listed = await underLease(patience.renewMs, renew, (signal) =>
      putListing(
        {
          connector,
          ctx: { ...ctx, http, signal, ...(readPicture ? { readPicture } : {}) },
          settleMs: settleMsOf(patience, connector.capabilities.writesLastMs),
          asksFirst: restore !== undefined,
          markAttempted: async () => {
            await stillOurs((tx) => markAttempted(tx, workplaceId, id, token));
            attempted = true;
          },
          forgetExternal: () => stillOurs((tx) => forgetExternal(tx, workplaceId, id, token)),
        },
        listing,
        input,
      ),
    );
    await settle(work, async (tx) => {
      const done = await completeListing(tx, workplaceId, listing, token, listed, product.revision);
      if (done) await markStep(tx, accountId, workplaceId, 'PUSH_PRODUCT');
      const pictured = input.images.length > 0 || input.variants.some((variant) => variant.imageUrl !== undefined);
      if (done && pictured && connector.pictureStates) {
        const payload = { accountId, workplaceId, storeId: listing.store_id, listingId: id };
        await deps.queue.send(tx, checkPicturesJob, payload, { afterSeconds: FIRST_LOOK_SECONDS });
      }
      return done;
    });
    return 0;
  } catch (error) {
    return fail(work, error, name, hidden);
  }
}
