import type { StockMove } from '@quayside/connector-kit';
import type { MessageParams } from '@quayside/kernel';

/** A variant whose stock is being moved, as it is written down before the write. */
export interface PlannedItem {
  listingId: string;
  externalProductId: string;
  externalVariantId: string;
  externalInventoryItemId: string;
  /** What counts as written afterwards. */
  wanted: number;
  /** A former location keeps what the merchant added there. */
  kept: boolean;
  moves: StockMove[];
}

export interface StockPlan {
  /** Of the write: a repetition with it does nothing. */
  key: string;
  items: PlannedItem[];
  /** The last variant of the batch, whether it has anything to move or not. */
  last: { listingId: string; externalVariantId: string };
  /** Another location was chosen since the run failed: everything is gone through again. */
  isFormer?: true;
}

export interface StockRunRow {
  store_id: string;
  run_id: string;
  state: 'running' | 'done' | 'failed';
  sources: string[];
  target: string;
  after_listing: string | null;
  after_variant: string | null;
  /** Of a run before it that failed: what had been moved by then, and where it is. */
  former_target: string | null;
  former_listing: string | null;
  former_variant: string | null;
  plan: StockPlan | null;
  moved: number;
  kept: number;
  failures: number;
  error_key: string | null;
  error_params: MessageParams | null;
}
