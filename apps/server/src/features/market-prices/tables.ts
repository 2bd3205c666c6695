import type { MessageParams } from '@quayside/kernel';

/** What was chosen for a price list. */
export interface ChoiceRow {
  store_id: string;
  price_list_id: string;
  name: string;
  by_rule: boolean;
  asked_at: string | null;
  read_at: string | null;
  fault: string | null;
  fault_params: MessageParams;
}

export type PriceState = 'read' | 'ours' | 'theirs' | 'unpriced' | 'refused';

/** A variant's price in a price list, in the smallest unit of its currency; see the migration. */
export interface PriceRow {
  external_variant_id: string;
  listing_id: string;
  currency: string;
  held_price: number | null;
  held_compare: number | null;
  held_fixed: boolean | null;
  sent_price: number | null;
  sent_compare: number | null;
  pending_price: number | null;
  pending_compare: number | null;
  again: boolean;
  state: PriceState;
  reason: string | null;
  reason_params: MessageParams;
}
