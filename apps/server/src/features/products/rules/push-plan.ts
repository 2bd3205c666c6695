import type { SplitOptions } from '@quayside/contracts';
import type { MessageParams } from '@quayside/kernel';
import type { Mode } from '../../../deps.ts';
import { LISTING_OPEN } from '../../../states/listing.ts';
import type { ListingState } from '../tables.ts';
import { splitVariants } from './split.ts';
import { variantsAgain } from './variants-again.ts';

export interface PlanStore {
  storeId: string;
  name: string;
  mode: Mode;
  status: 'active' | 'needs_reconnect' | 'uninstalled';
  /** It is on its way to another workspace. */
  moving?: boolean;
  currency: string;
  /** Variants that the platform takes in one product. */
  maxVariants: number;
}

export interface PlanListing {
  listingId: string;
  part: number;
  state: ListingState;
  variantIds: readonly string[];
}

export interface PlanInput {
  product: { mode: Mode; currency: string };
  /** Enabled variants in their order. */
  variantIds: readonly string[];
  /** Each has a price in the store's currency by the store's own rule. */
  hasOwnPrices?: boolean;
  store: PlanStore;
  /** What is in this store of this product already, removed parts left out. */
  existing: readonly PlanListing[];
  split: SplitOptions;
  /** The push names no split: what the store has keeps its parts. */
  keepParts?: boolean;
  /** Units of the store's currency for one of the product's. */
  rate: number | undefined;
}

export type Plan =
  | { refused: { key: string; params: MessageParams } }
  | {
      parts: { part: number; parts: number; variantIds: string[]; listingId: string | undefined }[];
      rate: number | undefined;
    };

const UNDER_WAY: readonly ListingState[] = LISTING_OPEN;

/** Into how many products of a store one of ours is put, and which of them are there already; or why it cannot be. */
export function planPush(input: PlanInput): Plan {
  const { product, variantIds, store, existing, split, keepParts, rate, hasOwnPrices } = input;
  const refuse = (key: string, params: MessageParams = {}): Plan => ({
    refused: { key, params: { name: store.name, ...params } },
  });
  if (store.status === 'uninstalled') return refuse('STORE_DISCONNECTED');
  if (store.moving) return refuse('STORE_MOVING');
  if (store.status === 'needs_reconnect') return refuse('STORE_NEEDS_RECONNECT');
  // Play goods in a real store would be sold to real people, and real goods in a play store paid with play money.
  if (store.mode !== product.mode) return refuse('SANDBOX_MIXED');
  if (existing.some((listing) => UNDER_WAY.includes(listing.state))) return refuse('PUSH_ALREADY_RUNNING');
  const differs = store.currency !== product.currency;
  if (differs && rate === undefined && !hasOwnPrices)
    return refuse('PUSH_NEEDS_RATE', { from: product.currency, to: store.currency });
  const listed = existing.filter((listing) => listing.state === 'listed');
  const kept = keepParts && listed.length > 0 ? existing.toSorted((a, b) => a.part - b.part) : undefined;
  const parts = kept
    ? variantsAgain(
        kept.map((one) => one.variantIds),
        variantIds,
      )
    : splitVariants(variantIds, split);
  const largest = Math.max(...parts.map((part) => part.length));
  if (largest > store.maxVariants) return refuse('TOO_MANY_VARIANTS', { variants: largest, count: store.maxVariants });
  if (listed.length > 0 && existing.length !== parts.length)
    return refuse('SPLIT_DIFFERS', { count: existing.length, wanted: parts.length });
  return {
    rate: differs ? rate : undefined,
    // A kept part without any enabled variant stays in the store as it is.
    parts: parts.flatMap((ids, at) => {
      const part = kept?.[at]?.part ?? at + 1;
      const listingId = existing.find((listing) => listing.part === part)?.listingId;
      return ids.length === 0 ? [] : [{ part, parts: parts.length, variantIds: ids, listingId }];
    }),
  };
}
