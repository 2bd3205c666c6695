import type {
  CollectionMembership,
  MetafieldOutcome,
  WantedCollections,
  WantedMetafields,
} from '@quayside/connector-kit';
import type { MetafieldDifference, WatchFilter } from '@quayside/contracts';
import type { Money } from '@quayside/kernel';
import type { Executor, Scope, Sql, WorkplaceScope } from '../../db/index.ts';
import type { Deps, Mode } from '../../deps.ts';
import type { OpenStore } from '../connections/index.ts';
import type { Quota } from '../plans/index.ts';
import type { ListQuery } from './queries/list-products.ts';

/** Something that a store sold and no supplier is known for. */
export interface UnmappedProduct {
  channel_product_id: string;
  store_id: string;
  external_product_id: string | null;
  external_variant_id: string | null;
  sku: string | null;
  title: string;
  variant_title: string | null;
  image_url: string | null;
  seen_at: string;
}

/** How a product stands at its supplier; see features/monitoring. */
export interface WatchMarks {
  looked_at: string | null;
  cost_moved: boolean;
  out_of_stock: boolean;
  gone: boolean;
  /** Variants that the last check found out of stock or gone, and all that it checked. */
  out_variants: number;
  variants: number;
}

/** What a supplier said of a variant at the last look; amounts in the smallest unit of the product's currency. */
export interface SeenVariant {
  found: boolean;
  cost: number | null;
  stock: number | null;
  seen_at: string | null;
}

/** What a feature does with imported products, in workspaces that want it. */
export interface AfterImport {
  /** The rest of a `select` that finds a row where the workspace wants it. */
  wanted(workplaceId: string): Sql;
  /** In the import's transaction. */
  run(tx: Executor, deps: Pick<Deps, 'queue'>, scope: WorkplaceScope, productIds: readonly string[]): Promise<void>;
}

/** A new product's price by the workspace's rule. */
export type ImportPrice = (input: {
  cost: Money;
  /** Cheapest shipping to the product's country; null: unknown. */
  shipping: Money | null;
  /** The supplier's suggestion; null: none. */
  suggested: Money | null;
}) => { price: number; compareAt: number | null } | undefined;

/**
 * Makes sure that products have prices in a store with its own rule, in the transaction of a push; those of `listed`
 * products stay. Returns the variants that have one.
 */
export type PriceInStore = (
  tx: Executor,
  store: { storeId: string; currency: string; mode: Mode },
  productIds: readonly string[],
  listed: ReadonlySet<string>,
) => Promise<ReadonlySet<string>>;

/** The collections of products in stores; see features/collections. */
export interface CollectionPorts {
  /** By product; one without collections of its own is left out, and its memberships stay as they are. */
  wanted(
    ex: Executor,
    workplaceId: string,
    storeId: string,
    productIds: readonly string[],
  ): Promise<ReadonlyMap<string, WantedCollections>>;
  /** A push put a listing into collections; called in the transaction that records it. */
  settled(
    tx: Executor,
    workplaceId: string,
    listing: { productId: string; storeId: string },
    membership: CollectionMembership,
  ): Promise<unknown>;
  /** Chooses in another store what was chosen in this one; called in the transaction that copies products there. */
  carry(
    tx: Executor,
    workplaceId: string,
    productIds: readonly string[],
    stores: { from: string; to: string },
  ): Promise<unknown>;
}

/** The metafields of products in stores; see features/metafields. */
export interface MetafieldPorts {
  /** By listing; one that has none and never had any is left out, and its metafields stay as they are. */
  wanted(
    ex: Executor,
    workplaceId: string,
    storeId: string,
    /** `isThere`: the store has it. */
    listings: readonly { listingId: string; productId: string; isThere: boolean }[],
  ): Promise<ReadonlyMap<string, WantedMetafields>>;
  /** How many metafields the next push writes or removes, and how many of them it removes, by listing. */
  pending(
    ex: Executor,
    workplaceId: string,
    storeId: string,
    listings: readonly { listingId: string; productId: string }[],
  ): Promise<ReadonlyMap<string, { changes: number; removals: number }>>;
  /** Reads what an open store has of the metafields that listings have here, by listing and id. */
  read(
    deps: Pick<Deps, 'db'>,
    here: WorkplaceScope,
    open: OpenStore,
    listings: readonly { listingId: string; productId: string; externalProductId: string }[],
  ): Promise<ReadonlyMap<string, Record<string, string>>>;
  /** Keeps what was read. */
  saveSeen(
    tx: Executor,
    workplaceId: string,
    storeId: string,
    rows: readonly { listing_id: string; seen: Record<string, string> }[],
  ): Promise<unknown>;
  /** The metafields of a listing that differ from its store, as it was last read. */
  differences(
    ex: Executor,
    workplaceId: string,
    listing: { listingId: string; productId: string; storeId: string },
  ): Promise<MetafieldDifference[]>;
  /** A push wrote metafields of a listing; called in the transaction that records it. */
  settled(
    tx: Executor,
    workplaceId: string,
    listing: { listingId: string; productId: string; storeId: string },
    wanted: WantedMetafields,
    outcomes: readonly MetafieldOutcome[],
  ): Promise<unknown>;
  /** Products are copied from one store to another, in the transaction that does it. */
  copied(
    tx: Executor,
    workplaceId: string,
    copy: { productIds: readonly string[]; fromStoreId: string; storeId: string },
  ): Promise<unknown>;
}

/** What products ask of other features; compose.ts plugs them in. */
export interface ProductPorts {
  /** What the owner's plan allows. */
  quota: Quota;
  /** Something was listed in a store: orders that found no supplier may find one now. Called from a job, at least once. */
  onListed(scope: Scope, storeId: string): Promise<void>;
  /** Products were imported that were not there before; called in the transaction that writes them. */
  onImported(tx: Executor, scope: WorkplaceScope, productIds: readonly string[]): Promise<void>;
  /** Products were made of others here; called in the transaction that writes them. */
  onCopied?(tx: Executor, scope: WorkplaceScope, productIds: readonly string[]): Promise<void>;
  /** Variants left a product for others, in the transaction that moves them. */
  onVariantsMoved?(tx: Executor, scope: WorkplaceScope, productId: string): Promise<void>;
  /** Products were deleted, in the transaction that does it. */
  onDeleted(tx: Executor, workplaceId: string, productIds: readonly string[]): Promise<unknown>;
  /** By product; what is not watched is left out. */
  watchMarks(
    ex: Executor,
    workplaceId: string,
    productIds: readonly string[],
  ): Promise<ReadonlyMap<string, WatchMarks>>;
  /** By variant. */
  seenVariants(
    ex: Executor,
    workplaceId: string,
    productIds: readonly string[],
  ): Promise<ReadonlyMap<string, SeenVariant>>;
  /** A condition on the product whose row is `p`. */
  isWatched(workplaceId: string, filter: WatchFilter): Sql;
  /** How imports are priced; undefined: by the supplier's suggestion or a multiple of the cost. */
  importPrice?(
    scope: WorkplaceScope,
    currencies: readonly string[],
  ): Promise<{ needsShipping: boolean; price: ImportPrice } | undefined>;
  /** Prices products in stores with their own rule. Called before the transaction of a push. */
  storePrices?(scope: WorkplaceScope): Promise<PriceInStore>;
  /** Listings were pushed, in the transaction that records it: what follows from their prices may follow now. */
  onPushed?(tx: Executor, scope: WorkplaceScope, storeId: string, listingIds: readonly string[]): Promise<unknown>;
  collections?: CollectionPorts;
  metafields?: MetafieldPorts;
  unmappedProducts(ex: Executor, workplaceId: string, ask: ListQuery): Promise<UnmappedProduct[]>;
}
