import type { AdoptionState } from '@quayside/contracts/adoption-choices.ts';
import type { MessageParams } from '@quayside/kernel';
import type { AdoptionRefusal } from '../products/index.ts';

/** A run that takes in a store's products. */
export interface AdoptionRow {
  adoption_id: string;
  store_id: string;
  state: AdoptionState;
  /** Where the next page starts; null: at the beginning. */
  cursor: string | null;
  seen: number;
  adopted: number;
  known: number;
  sold: number;
  skipped: number;
  error_key: string | null;
  error_params: MessageParams | null;
  created_at: string;
  finished_at: string | null;
}

export interface Skip {
  external_product_id: string;
  title: string;
  reason: AdoptionRefusal;
}
