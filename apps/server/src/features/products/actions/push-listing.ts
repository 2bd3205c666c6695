import {
  ConnectorError,
  type ListingInput,
  type WantedCollections,
  type WantedMetafields,
} from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import type { ClaimedWork, Effect, RunningEffect } from '../../../jobs/effect/effect.ts';
import { LeaseLost } from '../../../jobs/effect/lease.ts';
import type { Patience } from '../../../jobs/effect/pauses.ts';
import { runEffect } from '../../../jobs/effect/runner.ts';
import { findStore, type OpenStore, type Store, withStore } from '../../connections/index.ts';
import { readPublicPicture } from '../../files/index.ts';
import { fieldRecords } from '../field-repo.ts';
import { PUSH_JOB } from '../jobs/products.ts';
import { forgetExternal, PUSHING, type PushClaim, type Pushed, pushingParts } from '../listing-repo.ts';
import type { ProductPorts } from '../ports.ts';
import { findProducts, findVariants } from '../repo.ts';
import { altsOf, IMAGE_ALTS, keepAlts } from '../rules/image-alts.ts';
import { wantedFields } from '../rules/listing-fields.ts';
import { GIVES_UP, refusePush } from './push-outcome.ts';
import { putListing, requestListing } from './put-listing.ts';
import { hasHiddenPictures, pictureReader } from './read-picture.ts';
import { type PushWork, recordPushes } from './record-push.ts';
import { type OwnValues, readOwnValues, wantedListing } from './wanted-listing.ts';

/** A store's listings wait for their turn while its job works on others: only what waits for longer has lost it. */
const LATE_SECONDS = 15 * 60;

/** What other features want of listings. */
export type PushPorts = Pick<ProductPorts, 'collections' | 'metafields'>;

interface StoreFacts {
  store: Store;
  values: OwnValues;
  /** By product. */
  collections: ReadonlyMap<string, WantedCollections>;
  /** By listing. */
  metafields: ReadonlyMap<string, WantedMetafields>;
}

const GONE: Pushed = { kind: 'failed', key: 'PRODUCT_NOT_FOUND', params: {} };

/** Loads the products with their stores. */
async function takeUp(
  tx: Executor,
  deps: Deps,
  { workplaceId }: WorkplaceScope,
  taken: readonly ClaimedWork<PushClaim>[],
  ports: PushPorts,
): Promise<PushWork[]> {
  const productIds = [...new Set(taken.map(({ claim }) => claim.product_id))];
  const products = new Map((await findProducts(tx, workplaceId, productIds)).map((one) => [one.product_id, one]));
  const variants = Map.groupBy(await findVariants(tx, workplaceId, productIds), (variant) => variant.product_id);
  const records = await fieldRecords(
    tx,
    workplaceId,
    taken.map(({ claim }) => claim.listing_id),
  );
  const stores = new Map<string, StoreFacts | undefined>();
  for (const id of new Set(taken.map(({ claim }) => claim.store_id))) {
    const store = await findStore(tx, workplaceId, id);
    if (!store) continue;
    const can = deps.connectors.channels[store.platform]?.capabilities;
    const listings = taken
      .filter(({ claim }) => claim.store_id === id)
      .map(({ claim }) => ({
        listingId: claim.listing_id,
        productId: claim.product_id,
        isThere: claim.external_product_id !== null,
      }));
    stores.set(id, {
      store,
      values: await readOwnValues(tx, workplaceId, store, productIds),
      collections:
        (can?.collections && (await ports.collections?.wanted(tx, workplaceId, id, productIds))) || new Map(),
      metafields: (can?.metafields && (await ports.metafields?.wanted(tx, workplaceId, id, listings))) || new Map(),
    });
  }
  return taken.map((one) => {
    const { claim } = one;
    const product = products.get(claim.product_id);
    const { store, values, collections, metafields } = stores.get(claim.store_id) ?? {};
    const inCollections = collections?.get(claim.product_id);
    const withMetafields = metafields?.get(claim.listing_id);
    const record = records.get(claim.listing_id);
    const listing =
      product &&
      store &&
      values &&
      wantedListing(deps, claim, product, variants.get(claim.product_id) ?? [], store, values);
    const whole = listing && {
      ...listing,
      ...(inCollections ? { collections: inCollections } : {}),
      ...(withMetafields ? { metafields: withMetafields } : {}),
    };
    const input = whole && product && keepAlts(whole, product.images, record?.sent.get(IMAGE_ALTS)?.ours);
    return {
      ...one,
      product,
      platform: store?.platform,
      name: store?.store_name || store?.platform_domain || '',
      input,
      overrideRevision: values?.overrides.get(claim.product_id)?.revision ?? 0,
      wanted: input && product ? wantedFields(input).set(IMAGE_ALTS, altsOf(product.images)) : new Map(),
      record,
      hidden: store?.mode === 'live' && input !== undefined && hasHiddenPictures(input),
      stop: product ? undefined : GONE,
    };
  });
}

/** A fault of ours says nothing about the store, which is asked before the next try; some tries later people are told. */
function asConnectorError(deps: Deps, claim: PushClaim, error: unknown): unknown {
  const isKnown = [ConnectorError, AppError, Later, LeaseLost].some((kind) => error instanceof kind);
  if (isKnown) return error;
  deps.log.error({ err: error, listingId: claim.listing_id }, 'push failed unexpectedly');
  return new ConnectorError('unknown', error instanceof Error ? error.name : 'fault', { cause: error });
}

const inputOf = ({ input }: PushWork): ListingInput => {
  if (!input) throw new Error('product or store of the listing not found');
  return input;
};

/** Puts listings into their stores, once each. */
export function createPushing(deps: Deps, patience: Patience, ports: PushPorts = {}): RunningEffect {
  const pushing: Effect<PushClaim, Pushed, PushWork, OpenStore, string | undefined> = {
    name: 'pushing',
    row: PUSHING,
    job: PUSH_JOB,
    lateSeconds: LATE_SECONDS,
    goesTo: ({ store_id: storeId }) => ({ storeId }),
    idOf: (claim) => claim.listing_id,
    keyLivesMs: 0,
    unasked: 'requested',
    fallback: 'LISTING_REFUSED',
    givesUp: GIVES_UP,
    // The product, its variants and its pictures.
    severalRequests: true,
    writesLastMs: ({ connector }) => connector.capabilities.writesLastMs,
    claimParts: pushingParts,
    claim: (tx, here, taken) => takeUp(tx, deps, here, taken, ports),
    open: (here, { claim }, call) =>
      withStore(deps, here, claim.store_id, ({ store, connector, ctx }) => {
        const readPicture = pictureReader(deps, store.mode, (picture) => readPublicPicture(deps, picture));
        const seeing = { ...ctx, ...(readPicture ? { readPicture } : {}) };
        return call({ store, connector, ctx: seeing }).catch((error: unknown) => {
          throw asConnectorError(deps, claim, error);
        });
      }),
    ask: (_here, work, open, again) => requestListing(open, work.claim, inputOf(work), again),
    async send(here, work, open, { seen }) {
      const { claim, token } = work;
      const forget = async () => {
        const held = { id: claim.listing_id, token };
        if (!(await deps.db.tenant(here, (tx) => forgetExternal(tx, here.workplaceId, held)))) throw new LeaseLost();
      };
      return { kind: 'listed', ...(await putListing(open, claim, { ...work, input: inputOf(work) }, seen, forget)) };
    },
    refuse: refusePush,
    record: (tx, here, ended) => recordPushes(tx, deps, here, ended, ports),
  };
  return runEffect(deps, pushing, patience);
}
