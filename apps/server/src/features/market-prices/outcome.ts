import type { MessageParams } from '@quayside/kernel';
import type { Work } from '../../jobs/effect/effect.ts';
import type { ListedVariant } from '../products/index.ts';
import type { BatchClaim } from './batch-repo.ts';
import type { ListOfMarkets } from './rules/price-lists.ts';
import type { PriceRow } from './tables.ts';

/** What a batch left in a price list. */
export interface ListEnd {
  priceListId: string;
  rows: readonly PriceRow[];
  /** Variants of which nothing is known any more. */
  forgotten: readonly string[];
  /** Why the list could not be written. */
  fault?: { key: string; params: MessageParams };
}

export type BatchOutcome =
  | { kind: 'done'; lists: readonly ListEnd[] }
  | { kind: 'failed'; key: string; params: MessageParams };

/** A price list to bring up to date; `byRule` false: what is ours is removed. */
export interface ListToWrite {
  list: ListOfMarkets;
  byRule: boolean;
  /** What is known of the batch's prices in it, by the store's variant. */
  known: ReadonlyMap<string, PriceRow>;
}

export interface BatchWork extends Work<BatchClaim, BatchOutcome> {
  variants: readonly ListedVariant[];
  lists: readonly ListToWrite[];
}
