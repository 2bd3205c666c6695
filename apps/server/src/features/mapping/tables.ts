import type { SupplierId } from '@quayside/connector-kit';
import type { SupplierName } from '@quayside/contracts';
import type { Mode } from '../../deps.ts';
import type { MappingCandidate } from '../products/index.ts';
import type { Reason } from './rules/recommend.ts';

/** A supplier variant to buy. */
export interface Component {
  source: SupplierName & SupplierId;
  mode: Mode;
  source_product_id: string;
  source_variant_id: string;
  source_sku: string;
  title: string;
  option_values: string[];
  image_url: string | null;
  /** Of one piece, in minor units of `cost_currency`. */
  unit_cost: number | null;
  cost_currency: string;
  /** Pieces in one unit sold. */
  quantity: number;
}

/** A supplier choice of a store's variant with one of its components. */
export interface SavedChoice extends Component {
  mapping_id: string;
  store_id: string;
  external_product_id: string | null;
  external_variant_id: string;
  mapped_title: string;
  mapped_variant_title: string;
  priority: number;
  ship_to: string[];
  /** Place of the component, from 1. */
  position: number;
}

export interface ComponentRow extends SavedChoice {
  /** The imported variant with the same source; null: not imported. */
  product_id: string | null;
  variant_id: string | null;
}

/** A choice: its first component, and the further ones of a bundle. */
export interface ChoiceRow extends ComponentRow {
  further: ComponentRow[];
}

export interface NewMapping {
  mapping_id: string;
  store_id: string;
  external_product_id: string | null;
  external_variant_id: string;
  title: string;
  variant_title: string;
  priority: number;
  ship_to: string[];
  /** The first one is the line itself, the others are further parts of a bundle. */
  components: readonly Component[];
}

/** A supplier variant by its ids. */
export interface SourceVariantKey {
  source: SupplierName & SupplierId;
  mode: Mode;
  source_product_id: string;
  source_variant_id: string;
}

/** A supplier variant that the workspace buys, as it was known. */
export interface UsedVariant extends SourceVariantKey {
  source_sku: string;
  /** Of an imported product; absent: not known. */
  barcode?: string;
  title: string;
  option_values: string[];
  image_url: string | null;
}

/** A proposed variant. */
export interface Partner {
  source: Component['source'];
  source_product_id: string;
  source_variant_id: string;
  sku: string;
  title: string;
  option_values: string[];
  image_url: string | null;
  /** Minor units of `currency`. */
  cost: number;
  currency: string;
  stock: number | null;
  weight_grams: number | null;
}

/** A variant of an imported product as it was before. */
export interface ChangedVariant {
  product_id: string;
  variant_id: string;
  source_variant_id: string;
  source_sku: string;
  cost: number;
  stock: number | null;
  source_weight_grams: number | null;
}

/** A store's variant with choices that were changed, or that got its first one (`added`). */
export interface ChangedMapping {
  store_id: string;
  external_variant_id: string;
  added: boolean;
}

/** What applying a proposal changed. `former`: the component as it was. */
export interface Applied {
  variants: ChangedVariant[];
  mappings: ChangedMapping[];
  former: Component;
}

export interface Proposal extends UsedVariant {
  proposal_id: string;
  kind: 'product_gone' | 'variant_gone' | 'sku_renamed';
  partner: Partner | null;
  confidence: number;
  reasons: string[];
  state: 'open' | 'applied' | 'refused' | 'undone' | 'closed';
  held: boolean;
  applied: Applied | null;
  automatic: boolean;
  found_at: string;
  decided_at: string | null;
}

export type SuggestionState = 'open' | 'applied' | 'refused';

/** A store's variant without a supplier, and the imported variant that it probably is. */
export interface Suggested {
  suggestion_id: string;
  store_id: string;
  external_product_id: string | null;
  external_variant_id: string;
  product_id: string;
  mode: Mode;
  title: string;
  variant_title: string;
  sku: string;
  image_url: string | null;
  partner: MappingCandidate | null;
  confidence: number;
  reasons: Reason[];
  state: SuggestionState;
  automatic: boolean;
  decided_at: string | null;
}
