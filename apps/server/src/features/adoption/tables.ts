import type { CatalogRefusal } from '@quayside/connector-kit';
import type { AdoptionSearchState, AdoptionState } from '@quayside/contracts/adoption-choices.ts';
import type { MessageParams } from '@quayside/kernel';
import type { AdoptionRefusal } from '../products/index.ts';

/** A run that takes in a store's products. */
export interface AdoptionRow {
  adoption_id: string;
  store_id: string;
  state: AdoptionState;
  /** Where the next page starts; null: at the beginning. */
  cursor: string | null;
  /** Only products that this finds. */
  keyword: string | null;
  /** Only this many products, which a person chose; null: no such choice. */
  chosen_count: number | null;
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

/** A product that a person chose, as a search showed it. */
export interface ChosenProduct {
  id: string;
  title: string;
}

/** What a run takes in; both null: all products of the store. */
export interface Choice {
  keyword: string | null;
  chosen: ChosenProduct[] | null;
}

/** A search of a store's products that aren't here yet. */
export interface SearchRow {
  search_id: string;
  store_id: string;
  keyword: string;
  state: AdoptionSearchState;
  cursor: string | null;
  is_whole: boolean;
  wanted: number;
  found: number;
  known: number;
  failures: number;
  error_key: string | null;
  error_params: MessageParams | null;
}

export interface FoundRow {
  external_product_id: string;
  ref: string | null;
  title: string;
  sku: string;
  image_url: string | null;
  variants: number | null;
  status: string;
  refusal: CatalogRefusal | null;
}

export interface Skip {
  external_product_id: string;
  title: string;
  reason: AdoptionRefusal | 'gone';
}
